import { expect as expectSoon } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import type { World } from '../../support/app-states.ts';

const expect = expectSoon.configure({ timeout: 20_000 });

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The demo's mail to an address, as `/dev/mail.json` tells it, in the order of its list. */
async function mailsTo(world: World, to: string): Promise<readonly Mail[]> {
  const key = fs.readFileSync(path.join(world.server.dataDir, 'mailbox-key'), 'utf8').trim();
  const response = await fetch(`${world.server.origin}/dev/mail.json?key=${key}`);
  const { mails } = (await response.json()) as { readonly mails: readonly Mail[] };
  return mails.filter((mail) => mail.to === to);
}

/** Waits until so many mails have come to an address. */
export async function waitForMails(world: World, to: string, count: number): Promise<readonly Mail[]> {
  await expect.poll(async () => (await mailsTo(world, to)).length).toBe(count);
  return mailsTo(world, to);
}

/** The mail that comes to an address by doing something: not one that lay there before. */
export async function mailBroughtBy(world: World, to: string, act: () => Promise<void>): Promise<Mail | undefined> {
  const before = new Set((await mailsTo(world, to)).map(({ text }) => text));
  await act();
  const brought = async (): Promise<Mail | undefined> =>
    (await mailsTo(world, to)).find(({ text }) => !before.has(text));
  await expect.poll(async () => (await brought()) !== undefined).toBe(true);
  return brought();
}

/** The newest mail of this subject to an address, once it has come. */
export async function waitForMail(world: World, to: string, subject: string): Promise<Mail | undefined> {
  const found = async (): Promise<Mail | undefined> =>
    (await mailsTo(world, to)).find((mail) => mail.subject === subject);
  await expect.poll(async () => (await found())?.subject).toBe(subject);
  return found();
}

/** The one link in a mail that leads to this page. */
export function linkIn(mail: Mail | undefined, page: string): string {
  return new RegExp(`http\\S+${page}(?:\\?link)?#\\S+`).exec(mail?.text ?? '')?.[0] ?? '';
}
