import { agreedVersions, type LegalText } from './legal-text.ts';

export const termsOfUse: LegalText = {
  title: 'Terms of use',
  version: agreedVersions.terms_of_use,
  sections: [
    {
      heading: 'What Orchid is',
      paragraphs: [
        'Orchid is software for mental-health practices: for the clinicians who work in them and for the people whom they see. It keeps schedules, charts and notes, and it goes on working where the network does not.',
        'Orchid is a tool. It treats nobody, watches over nobody and answers no emergencies. If you are in danger, call 911. In the United States you can call or text 988 at any time, or text HOME to 741741.',
      ],
    },
    {
      heading: 'Who may have an account',
      paragraphs: [
        'You are 18 or older, the account is your own, and you give your real name. One person has one account; it is not shared.',
        'A professional may practise where she says she does, and keeps her licence, her insurance and her duties to her clients in order herself.',
      ],
    },
    {
      heading: 'Your password',
      paragraphs: [
        'Your records on your devices are sealed with keys that follow from your password. It never leaves your device, so nobody at Orchid can tell it to you. Keep it well.',
        'Tell us at once if a device with Orchid on it is lost, or if somebody else may know your password.',
      ],
    },
    {
      heading: 'What you keep here',
      paragraphs: [
        'What you write stays yours. A professional’s records belong to her practice under the law that holds for it; a member’s own words belong to the member.',
        'You give us leave to store, seal, copy and carry what you write as far as is needed to show it to those whom you let see it. For anything else we ask you first.',
      ],
    },
    {
      heading: 'What is not allowed',
      paragraphs: [
        'Do not look into what is not yours, do not try to break what keeps others safe, and put nothing here that harms people or breaks the law. Telling us of a weakness that you found in good faith is welcome.',
      ],
    },
    {
      heading: 'When it ends',
      paragraphs: [
        'You can stop at any time, and you can take your records with you. Records that the law has a clinician keep are never locked away because a plan has ended: they can be read and signed, and handed over on request.',
        'We may end an account that is used to harm others. We say so beforehand wherever waiting harms nobody.',
      ],
    },
    {
      heading: 'What is still open',
      paragraphs: [
        '[A lawyer has to add: the company that stands behind Orchid, the law and courts that these terms are under, and how far its liability goes. Until then nothing on this page limits a right that the law gives you.]',
      ],
    },
  ],
};
