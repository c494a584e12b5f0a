import type { LegalText } from './legal-text.ts';

export const clinicianAiPrivacy: LegalText = {
  title: 'AI privacy policy for clinicians',
  version: '2026-11-24',
  sections: [
    {
      heading: 'Where things stand',
      paragraphs: [
        'In this version of Orchid nothing is written, summarised or suggested by artificial intelligence, and no text, sound or picture is sent to a provider of it. This page says by which rules that could ever change.',
      ],
    },
    {
      heading: 'Off until you say so',
      paragraphs: [
        'Such a feature is off until the practice turns it on and the clinician uses it for a session. It says which provider receives what, where that provider keeps it and for how long, before anything is sent.',
        'A session is recorded only after everybody in it has agreed, and the agreement is written down before the first sound.',
      ],
    },
    {
      heading: 'What it may be used for',
      paragraphs: [
        'To make a draft that you read, change and sign, or throw away. A draft is marked as one and signs nothing by itself. It decides nothing about a person’s care.',
        'What you or your clients write is not used to train models, by us or by a provider, and is not sold.',
      ],
    },
    {
      heading: 'How long it is kept',
      paragraphs: [
        'Recordings and transcripts are deleted once the draft is taken over or thrown away, unless the practice has decided to keep them and the client knows.',
      ],
    },
    {
      heading: 'Your part',
      paragraphs: [
        'You remain responsible for what you sign, and for what your profession and the law where you practise ask of you before such tools are used with a client.',
        '[To be completed by a lawyer before any such feature is turned on: the agreements with providers, and the law of each state on recording.]',
      ],
    },
  ],
};
