import { agreedVersions, type LegalText } from './legal-text.ts';

export const privacyPolicy: LegalText = {
  title: 'Privacy policy',
  version: agreedVersions.privacy_policy,
  sections: [
    {
      heading: 'In short',
      paragraphs: [
        'What you keep in Orchid is about the most private things there are. We use it to run Orchid for you and for those whom you work with, and for nothing else. We sell nothing, we show no advertising, and we let no advertiser or data broker look in.',
      ],
    },
    {
      heading: 'What we keep',
      paragraphs: [
        'About your account: your name, your e-mail address, your time zone, which of these texts you agreed to and when, and the devices on which you are signed in.',
        'About the work: schedules, charts, notes, forms, messages and papers, as you and those who treat you write them.',
        'About what happens: who opened which record and when, because the law asks for it and because you may want to know. Addresses of computers are kept there only as a mark that tells two apart.',
      ],
    },
    {
      heading: 'Where it lies',
      paragraphs: [
        'On your devices it lies sealed with keys that follow from your password; a locked device shows nothing. On our server each chart lies sealed with a key of its own, and the server can open it to apply changes and to show it to those who may see it.',
        'Your password itself never reaches us.',
      ],
    },
    {
      heading: 'Who sees it',
      paragraphs: [
        'Those who treat you, and whom they let in for a reason; who that is stands in the record. Of your own record you see what concerns you. Nobody at Orchid looks into records to run the service.',
        'We hand something out only where the law obliges us to, only that which it names, and we tell you wherever we may.',
      ],
    },
    {
      heading: 'Mail',
      paragraphs: [
        'Mail from Orchid names no clinician, no practice and no session, neither in its subject nor in its words. What keeps your account safe is always sent.',
      ],
    },
    {
      heading: 'How long',
      paragraphs: [
        'A registration whose e-mail is not confirmed is deleted after seven days. Clinical records are kept as long as the law has your clinician keep them. What you may have deleted is deleted when you ask.',
      ],
    },
    {
      heading: 'What is still open',
      paragraphs: [
        '[A lawyer has to add: the company and the person who answer for this policy, the notice of privacy practices of each practice, the rights of your state or country and how to use them, and the list of those who process data for us.]',
      ],
    },
  ],
};
