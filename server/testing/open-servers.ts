import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { TestServer, type TestServerOptions } from './test-server.ts';

/** Servers and folders of one test file: closed and removed after each test. To be called once, outside the tests. */
export function openServers() {
  const open: TestServer[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return {
    async serverOf(options: TestServerOptions = {}): Promise<TestServer> {
      const server = await TestServer.create(options);
      open.push(server);
      return server;
    },
    folder(): string {
      const folder = mkdtempSync(path.join(tmpdir(), 'orchid-'));
      folders.push(folder);
      return folder;
    },
  };
}
