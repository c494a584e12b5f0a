import type { BrokenRule } from './broken-rule.ts';

const devices = ['server/routes/devices.test.ts'];
const held = ['server/routes/devices-held.test.ts'];

/** Devices that are put away, lost and found, and what is held of them. */
export const brokenInDevices: readonly BrokenRule[] = [
  {
    rule: 'DV-1',
    what: 'a device is named by its id',
    file: 'server/auth/end-device.ts',
    symbol: 'deviceHandle',
    from: "return createHmac('sha256', tokenKey).update(`device|${sub}|${deviceId}`).digest('base64url').slice(0, 16);",
    to: 'return deviceId;',
    tests: devices,
  },
  {
    rule: 'DV-2',
    what: 'a device that was put away comes back by its own key',
    file: 'server/auth/end-device.ts',
    symbol: 'endTrust',
    from: "deviceKey: '', signKey: ''",
    to: "deviceKey: ''",
    tests: devices,
  },
  {
    rule: 'DV-2',
    what: 'a device that was put away goes on delivering',
    file: 'server/auth/end-device.ts',
    symbol: 'endTrust',
    from: "yield* call('expireDepositsOf', sub, deviceId);",
    to: '',
    tests: devices,
  },
  {
    rule: 'DV-3',
    what: 'what a lost device sends is applied',
    file: 'server/sync/hold-rows.ts',
    symbol: 'isFromLost',
    from: 'return true;',
    to: 'return false;',
    tests: devices,
  },
  {
    rule: 'DV-4',
    what: 'what its owner refused goes in',
    file: 'server/sync/apply-mutations.ts',
    symbol: 'dropped',
    from: 'ruling?.dropped.has(id)',
    to: 'false',
    tests: held,
  },
  {
    rule: 'DV-5',
    what: 'a device is found while something is undecided',
    file: 'server/routes/devices.ts',
    symbol: 'addDeviceRoutes',
    from: 'changes.length === 0 &&',
    to: '',
    tests: held,
  },
];
