import { expect, it } from 'vitest';
import { isInfrastructure } from './sqlite-drive.ts';

it.each([
  ['SQLITE_FULL', true],
  ['SQLITE_IOERR_FSYNC', true],
  ['SQLITE_BUSY_SNAPSHOT', true],
  ['SQLITE_CONSTRAINT_UNIQUE', false],
  ['ENOENT', false],
])('%s says something about disk or lock: %s; also where it is wrapped', (code, is) => {
  const error = Object.assign(new Error('it failed'), { code });
  expect(isInfrastructure(error)).toBe(is);
  expect(isInfrastructure(new Error('the query failed', { cause: error }))).toBe(is);
});

it.each([[undefined], [null], ['SQLITE_FULL'], [new Error('SQLITE_FULL')]])('%s bears no code', (error) => {
  expect(isInfrastructure(error)).toBe(false);
});
