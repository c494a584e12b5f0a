// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { LeftRefusals } from './left-refusals.tsx';

let screen: DrawnScreen;
let left: number;
let tried: string[];
beforeEach(() => {
  screen = new DrawnScreen();
  [left, tried] = [2, []];
  screen.parts['countLeft'] = async () => left;
  screen.parts['openLeft'] = async (password: string) => {
    tried.push(password);
    if (password === 'broken') throw new Error('no storage');
    if (password !== 'of then') return { kind: 'wrong-password' };
    left -= 1;
    return { kind: 'ok' };
  };
});
const draw = () => screen.draw(<LeftRefusals />);
async function open(password: string): Promise<void> {
  await screen.type('password', password);
  await screen.press('Open');
}

test('[RC-4] what opens with an older password is counted, and what it does not open is asked for again', async () => {
  await draw();
  expect(screen.text()).toContain('2 refused changes lie on this device');
  expect(screen.button('Open')?.disabled).toBe(true);
  await open('of then');
  expect(screen.text()).toContain('1 refused change lies on this device');
  await open('of then');
  expect([screen.text(), tried]).toEqual(['', ['of then', 'of then']]);
});

test('[RC-4] a password that opens nothing is said, is not left standing, and another one can be tried', async () => {
  await draw();
  await open('another');
  expect([screen.alert(), screen.field('password').value]).toEqual(['That password does not open them.', '']);
  await open('broken');
  expect(screen.alert()).toBe('That did not work just now. Please try again.');
  await open('of then');
  expect(screen.alert()).toBeNull();
});

test('where nothing is left, or that cannot be counted, nothing is asked', async () => {
  left = 0;
  await draw();
  expect(screen.text()).toBe('');
  screen.parts['countLeft'] = () => Promise.reject(new Error('no storage'));
  await draw();
  expect(screen.text()).toBe('');
});
