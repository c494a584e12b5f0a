import type { SyncProblem } from '../../../sync/client/api.ts';

/** What each of them means, and what a person can do; apart from the words of times, which nobody needs before signing in. */
export const problemSentences: Readonly<Record<SyncProblem, string>> = {
  unreadable:
    'The storage of this device cannot be read just now. What lies there is left as it is, and Orchid goes on trying. If this stays, close Orchid and open it again.',
  quota: 'This device has no room left. New changes cannot be saved until there is some; what was saved is safe.',
  'signed-out': 'The server has ended this session. You can go on working; sign in again to send what is waiting.',
  'client-too-old': 'This version of Orchid is too old to talk to the server. Update to send what is waiting.',
  'lost-outbox':
    'Changes that this device once sent are missing here. Nothing on the server is lost; please tell support.',
  'server-restored':
    'The server was put back to an earlier state. Some of your latest work may be missing there; please look over what you wrote last.',
  damaged:
    'A record on this device is damaged. It is being fetched again. You can go on writing: everything you type is saved.',
  'unexplained-reset':
    'The server asked this device to fetch everything again and gave no reason. What was waiting here is safe. If this happens again, please tell support.',
  diverged: 'What this device holds differs from the server. It is being fetched again; your waiting changes are safe.',
  clock: 'The clock of this device is far from the server’s. Please set it right; times may be shown wrongly.',
  'newer-records':
    'Some records were written by a newer version of Orchid. They are kept on this device and shown once this page is updated.',
  'closed-by-update': 'Orchid was updated in another tab. Reload this page to go on.',
};
