import type { Facts, LoadRequest } from '../core/facts.ts';
import { account } from './account.ts';

/** What `waitsForApproval` asks about: the person's own record. */
export function approvalLoad(sub: string): LoadRequest {
  return { kind: 'get', collection: 'account', id: sub };
}

/**
 * [AP-1] Whether somebody who has registered is not let in to clients yet: inviting, and showing oneself to everybody, wait.
 * `approvalLoad` was loaded.
 */
export function waitsForApproval(facts: Facts, sub: string): boolean {
  return facts.find(account, sub)?.body.profile_approved_to_use_the_platform === false;
}
