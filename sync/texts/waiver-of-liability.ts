import type { LegalText } from './legal-text.ts';

export const waiverOfLiability: LegalText = {
  title: 'Waiver of liability',
  version: '2026-11-24',
  sections: [
    {
      heading: 'What Orchid answers for, and what not',
      paragraphs: [
        'Orchid gives clinicians and their clients a tool. The care itself is between the two of them: Orchid chooses nobody’s treatment, supervises no clinician and takes no part in a session.',
        'What a professional says of herself here, her licence among it, is her own word. Where we have checked something, the page says so.',
      ],
    },
    {
      heading: 'No emergency service',
      paragraphs: [
        'Nobody watches what is written here. In danger, call 911; in the United States you can call or text 988 at any time, or text HOME to 741741. Messages and notes may reach their reader late, or only when a device has a connection again.',
      ],
    },
    {
      heading: 'What cannot be waived',
      paragraphs: [
        'Nothing on this page takes away what the law gives you and forbids to sign away: among it our duties to protect health information, to tell you of a breach, and to answer for harm that we do on purpose or by gross negligence.',
      ],
    },
    {
      heading: 'Within these limits',
      paragraphs: [
        'As far as the law allows it, we do not answer for what follows from a clinician’s or a client’s own acts, from a network or a device that fails, or from a password that was given away.',
        '[To be completed by a lawyer: the extent of this waiver in each state, and whether members are asked to agree to it at all. Until then nobody is asked to.]',
      ],
    },
  ],
};
