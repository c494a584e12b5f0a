// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { answerOffer, forgetOffer, isOfferDue, noteUnlock } from './passkey-offer.ts';

beforeEach(() => localStorage.clear());

test('[PK-1] it is offered after the second unlock of this account, not after the first; answered, never again', () => {
  expect(isOfferDue('ann')).toBe(false);
  noteUnlock('ann');
  expect(isOfferDue('ann')).toBe(false);
  noteUnlock('ann');
  expect(isOfferDue('ann')).toBe(true);
  noteUnlock('ann');
  expect(isOfferDue('ann')).toBe(true);
  answerOffer('ann');
  noteUnlock('ann');
  noteUnlock('ann');
  expect(isOfferDue('ann')).toBe(false);
});

test('[PK-1] another account on this device is counted by itself; a log-out forgets', () => {
  noteUnlock('ann');
  noteUnlock('ben');
  expect([isOfferDue('ann'), isOfferDue('ben')]).toEqual([false, false]);
  noteUnlock('ben');
  expect([isOfferDue('ann'), isOfferDue('ben')]).toEqual([false, true]);
  forgetOffer();
  expect(isOfferDue('ben')).toBe(false);
});

test('where storage is forbidden, or holds something else, nothing is offered and nothing fails', () => {
  localStorage.setItem('orchid.passkey-offer', '{"sub":7}');
  expect(isOfferDue('ann')).toBe(false);
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  noteUnlock('ann');
  noteUnlock('ann');
  expect(isOfferDue('ann')).toBe(false);
  forgetOffer();
  vi.unstubAllGlobals();
});
