import type SodiumModule from 'libsodium-wrappers';

/** libsodium, loaded after sign-in and handed in: never part of the initial route. */
export type Sodium = typeof SodiumModule;
