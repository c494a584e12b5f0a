import { WebSocketServer } from 'ws';

/** Hands frames about, and stores nothing. */
export interface BareRelay {
  readonly address: string;
  /** To every socket that does not bear this name. */
  pass(frame: string, from: string): void;
}

/** Every frame of a socket goes to all sockets of another name; a socket's name is its path. */
export function openBareRelay(): Promise<BareRelay> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  const names = new WeakMap<object, string>();
  const pass = (frame: string, from: string): void => {
    for (const socket of sockets.clients) if (names.get(socket) !== from) socket.send(frame);
  };
  sockets.on('connection', (socket, request) => {
    const name = (request.url ?? '/').slice(1);
    names.set(socket, name);
    socket.on('message', (data: Buffer) => pass(data.toString('utf8'), name));
  });
  return new Promise((resolve) => {
    sockets.on('listening', () => {
      const address = sockets.address();
      resolve({ address: typeof address === 'object' && address ? `ws://127.0.0.1:${address.port}` : '', pass });
    });
  });
}
