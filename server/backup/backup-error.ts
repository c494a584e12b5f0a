/** A backup that cannot be taken or put back; the message is for the person at the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
