import { createServer, type Socket } from 'node:net';

/** What the next mail meets. `hang`: no answer to a greeting. */
export type Mood = 'take' | 'refuse' | 'misread' | 'defer' | 'hang';

/** A small SMTP server on this machine: real bytes, one mood at a time, and what it took over. */
export class SmtpServer {
  mood: Mood = 'take';
  readonly taken: string[] = [];
  readonly greeted: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#talk(socket));
  #onGreeted = (): void => undefined;

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('it has no port');
    return address.port;
  }

  /** Once the next client has said who it is. */
  nextGreeting(): Promise<void> {
    return new Promise((resolve) => (this.#onGreeted = resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // Clients that give up reset the connection.
    socket.on('error', () => undefined);
    let text = '';
    let isData = false;
    socket.write('220 test.invalid ready\r\n');
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n';
        const at = text.indexOf(end);
        if (at < 0) return;
        const part = text.slice(0, at);
        text = text.slice(at + end.length);
        if (isData) {
          isData = false;
          this.taken.push(part);
          socket.write('250 taken\r\n');
        } else {
          isData = this.#answer(socket, part);
        }
      }
    });
  }

  /** Whether a message follows. */
  #answer(socket: Socket, line: string): boolean {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') {
      this.greeted.push(line);
      this.#onGreeted();
      if (this.mood === 'hang') return false;
    }
    if (verb === 'RCPT' && this.mood === 'refuse') socket.write('550 no such ann@test.invalid here\r\n');
    else if (verb === 'RCPT' && this.mood === 'defer') socket.write('451 come again\r\n');
    else if (verb === 'MAIL' && this.mood === 'misread') socket.write('500 what is that\r\n');
    else if (verb === 'DATA') socket.write('354 go on\r\n');
    else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else socket.write('250 ok\r\n');
    return verb === 'DATA';
  }
}
