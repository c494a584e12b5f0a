import { expect, test } from 'vitest';
import { isNpi } from './npi.ts';

test('the example of the standard is a provider identifier; with any other check digit it is none', () => {
  const known = [...Array.from({ length: 10 }).keys()].map((digit) => `123456789${digit}`).filter(isNpi);
  expect(known).toEqual(['1234567893']);
});

test('one wrong digit, or two that changed places, is told', () => {
  const good = '1245319599';
  expect(isNpi(good)).toBe(true);
  for (let place = 0; place < good.length; place += 1) {
    const other = (Number(good[place]) + 1) % 10;
    expect(isNpi(`${good.slice(0, place)}${other}${good.slice(place + 1)}`)).toBe(false);
  }
  expect(isNpi('1254319599')).toBe(false);
});

test('what is shorter, longer, begins otherwise or holds anything but digits is none', () => {
  for (const text of ['', '123456789', '12345678931', '3234567891', '0234567899', '12345 7893', '１234567893'])
    expect([text, isNpi(text)]).toEqual([text, false]);
});
