import type { ClientPorts } from '../client/client-ports.ts';

/** The ports of one tab, which write down what was asked of them, in order; and what some of them answer is the test's. */
export class LoggedPorts {
  readonly log: string[] = [];
  lastActiveMs: number | null = null;
  onFlush: () => Promise<void> = () => Promise.resolve();
  onCycle: () => Promise<void> = () => Promise.resolve();
  onPersist: ClientPorts['persistStorage'] = () => Promise.resolve('persistent');
  onLoadSodium: () => Promise<void> = () => Promise.resolve();
  /** What another tab would be given. */
  give: Parameters<ClientPorts['keyRelay']['answer']>[0] = () => null;

  /** What was asked since this was last called. */
  take(): string[] {
    return this.log.splice(0);
  }

  readonly over = (ports: ClientPorts): ClientPorts => {
    const say = (what: string): void => void this.log.push(what);
    return {
      ...ports,
      api: {
        call: (method, path, body) => {
          say(`${method} ${path}`);
          return ports.api.call(method, path, body);
        },
      },
      loadSodium: async () => {
        await this.onLoadSodium();
        return ports.loadSodium();
      },
      openStore: (name, events) => {
        const store = ports.openStore(name, events);
        return {
          ...store,
          close: () => {
            say(`close ${name === 'orchid-device' ? name : 'replica'}`);
            store.close();
          },
        };
      },
      deleteStore: (name) => {
        say('delete replica');
        return ports.deleteStore(name);
      },
      startEngine: (keys, callbacks) => {
        const engine = ports.startEngine(keys, callbacks);
        say('engine starts');
        return {
          wake: () => say('engine wakes'),
          cycleOnce: async () => {
            await this.onCycle();
            say('engine cycles');
          },
          setVisible: (visible) => say(`engine is ${visible ? 'seen' : 'hidden'}`),
          setSigning: ({ session }) => say(`engine signs for ${session}`),
          stop: () => {
            say('engine stops');
            engine.stop();
          },
        };
      },
      activity: {
        read: () => this.lastActiveMs,
        write: (nowMs) => {
          say('active');
          this.lastActiveMs = nowMs;
        },
        clear: () => {
          say('activity cleared');
          this.lastActiveMs = null;
        },
      },
      signRequests: (sign) => {
        say(sign ? 'page signs' : 'page signs no more');
        ports.signRequests(sign);
      },
      flush: async () => {
        say('flush begins');
        await this.onFlush();
        say('flush ends');
      },
      nudgeDeposit: () => say('nudge'),
      tabs: {
        ...ports.tabs,
        post: (message) => {
          say(`tells ${message}`);
          ports.tabs.post(message);
        },
      },
      keyRelay: {
        ask: (sub) => {
          say(`asks for the key of ${sub}`);
          return ports.keyRelay.ask(sub);
        },
        answer: (give) => {
          this.give = give;
          ports.keyRelay.answer(give);
        },
      },
      persistStorage: () => this.onPersist(),
    };
  };
}
