import type { LegalText } from './legal-text.ts';

export const independentContractor: LegalText = {
  title: 'Independent contractor agreement',
  version: '2026-11-25',
  sections: [
    {
      heading: 'Whom this is for',
      paragraphs: [
        'A professional who uses Orchid for her own practice is a customer of a piece of software. She is neither employed by Orchid nor engaged by it, and for her own clients this agreement changes nothing.',
        'It is meant for a professional who sees clients whom Orchid itself has found for her. Orchid does not do that in this version. Whoever sets up her practice agrees to it beforehand; it begins to hold when Orchid finds the first client for her.',
      ],
    },
    {
      heading: 'Independence',
      paragraphs: [
        'The professional decides for herself whom she sees, when, where, how and for what fee, and may work with others at the same time. She brings her own licence, insurance and tools, and pays her own taxes.',
        'Orchid gives no instructions on a person’s care.',
      ],
    },
    {
      heading: 'What she confirms',
      paragraphs: [
        'That she may practise where her clients are, that she may work in the country where she works, and that she tells us at once when one of these ends. Orchid asks for no social security number and keeps none.',
      ],
    },
    {
      heading: 'Ending it',
      paragraphs: [
        'Either side may end it at any time. Clients who are being seen then stay hers, and so do their records.',
        '[To be completed by a lawyer before it is used: fees, taxes, the tests by which each state tells a contractor from an employee, and the law that holds.]',
      ],
    },
  ],
};
