import type { LegalText } from './legal-text.ts';

export const acceptableUse: LegalText = {
  title: 'Acceptable use',
  version: '2026-11-24',
  sections: [
    {
      heading: 'What this is about',
      paragraphs: [
        'Orchid holds what people tell somebody in confidence. This page says what nobody may do with it. It belongs to the terms of use.',
      ],
    },
    {
      heading: 'With what others have written',
      paragraphs: [
        'Look only at what your work or your own care needs. That the software lets you open a chart is no reason to open it: looks are written down, and those whom they concern may ask about them.',
        'Do not copy records out of Orchid except where the law, your client or their care asks for it, and keep such copies as carefully as the records themselves.',
      ],
    },
    {
      heading: 'With the service',
      paragraphs: [
        'Do not use another person’s account, do not let another person use yours, and do not get around a limit, a lock or the end of an access.',
        'Do not send anything meant to slow down, break or overload the service, and do not read or change what is not yours, whether it succeeds or not.',
        'Do not use Orchid to threaten, harass or deceive anybody, to advertise, or to break a law.',
      ],
    },
    {
      heading: 'Looking for weaknesses',
      paragraphs: [
        'You may look for weaknesses with accounts and data of your own. Stop at the first sign that you see somebody else’s, keep nothing of it, tell us, and give us time to mend it. We do not pursue whoever does so.',
      ],
    },
    {
      heading: 'What follows',
      paragraphs: [
        'Whoever does what is not allowed here may lose the account. Before that we say what it is about and hear you, unless waiting would harm somebody. A professional’s records are never destroyed for it: they can be taken out, and the law on keeping them goes on.',
        '[To be completed by a lawyer: the law that holds, and before which court.]',
      ],
    },
  ],
};
