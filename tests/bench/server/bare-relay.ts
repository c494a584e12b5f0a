import { WebSocketServer } from 'ws';

/** Hands every frame to everybody else. Resolves with its address. */
export function openBareRelay(): Promise<string> {
  const relay = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  relay.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => {
      for (const other of relay.clients) if (other !== socket) other.send(data, { binary: isBinary });
    });
  });
  return new Promise((resolve) => {
    relay.on('listening', () => {
      const address = relay.address();
      resolve(typeof address === 'object' && address ? `ws://127.0.0.1:${address.port}` : '');
    });
  });
}
