import type { GenericSchema } from 'valibot';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../testing/schema-hash.ts';
import * as deviceMessages from './device-message.ts';
import * as emailPreferences from './email-preference.ts';
import * as inviteMessages from './invite-message.ts';
import * as recoveryMessages from './recovery-message.ts';
import * as registrationMessages from './registration-message.ts';
import * as sessionMessages from './session-message.ts';
import * as socketMessages from './socket-message.ts';

const isSchema = (part: unknown): part is GenericSchema =>
  typeof part === 'object' && part !== null && '~standard' in part;

describe('what is said beside sync', () => {
  it('[PV-1] a changed message of accounts, devices, invites or the socket, each of its bounds too, needs a new hash here', () => {
    const modules = {
      deviceMessages,
      emailPreferences,
      inviteMessages,
      recoveryMessages,
      registrationMessages,
      sessionMessages,
      socketMessages,
    };
    const said = Object.entries(modules).flatMap(([file, parts]) =>
      Object.entries<unknown>(parts)
        .filter(([, part]) => typeof part !== 'function')
        .map(([name, part]) => `${file}.${name} ${isSchema(part) ? hashOf([part]) : JSON.stringify(part)}`),
    );
    expect(said).toMatchInlineSnapshot(`
      [
        "deviceMessages.secret 26be23ecd7a09d63",
        "deviceMessages.deviceStates ["in","locked","out"]",
        "deviceMessages.deviceFacts 8c021500a08e8ea1",
        "deviceMessages.devicesResponse 033e029e470d7ee6",
        "deviceMessages.putAwayRequest 2542cfb920d1545a",
        "deviceMessages.lostDeviceRequest 8887bc99a4715e21",
        "deviceMessages.heldChange fef323cf2e83d7e8",
        "deviceMessages.heldResponse ed73ca81a0007c41",
        "deviceMessages.settleRequest 27324410917fc0f7",
        "deviceMessages.settleResponse 9b7a139c4c373b7c",
        "emailPreferences.emailPreference d577deb5bbf0316e",
        "emailPreferences.defaultPreference {"invitations":true,"news":false}",
        "emailPreferences.emailPreferenceRequest 9186e0c256f9f190",
        "emailPreferences.emailPreferenceResponse 51357a515cb12c63",
        "emailPreferences.unwantedInviteDetail 91933e6f8a9486e6",
        "emailPreferences.unwantedInviteText "This person does not want invitations by email. Print the invitation instead."",
        "inviteMessages.codeAlphabet "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"",
        "inviteMessages.codeLength 10",
        "inviteMessages.anyInviteCode 4cecad17349b794f",
        "inviteMessages.inviteLookRequest cd0d6e1a7894b146",
        "inviteMessages.inviteLookResponse a89b593950b68c8a",
        "inviteMessages.inviteAcceptResponse cf587a257d81e8f2",
        "inviteMessages.birthDateRequest e7695a925044a2b6",
        "inviteMessages.birthDateResponse 0e73e54486e8636e",
        "inviteMessages.inviteCodeResponse 2c45213d5e1bd320",
        "recoveryMessages.forgotPasswordRequest 04ab93657506bd97",
        "recoveryMessages.resetLookRequest fb15c86f57e065cd",
        "recoveryMessages.resetLookResponse c0b9c71f38d784e4",
        "recoveryMessages.resetPasswordRequest 3e4bb91a9a9b1130",
        "recoveryMessages.resetPasswordResponse 4f188b35c9f0d820",
        "recoveryMessages.changePasswordRequest f51ad59123d861a6",
        "recoveryMessages.recoveryCodeRequest 080a2107b92bbebf",
        "recoveryMessages.recoveryFacts 2268916620442a29",
        "recoveryMessages.changeEmailRequest d9c54cab4a22f6d0",
        "recoveryMessages.emailLinkRequest fb15c86f57e065cd",
        "recoveryMessages.emailLinkResponse 4f188b35c9f0d820",
        "recoveryMessages.pushLeftRequest 0b592195c5aba1be",
        "recoveryMessages.pushLeftResponse 5ac660569438a388",
        "registrationMessages.emailSchema 781aae3c0c5deac1",
        "registrationMessages.professionalAccountRequest 268600386c441fbc",
        "registrationMessages.memberAccountRequest 112cea7c49203576",
        "registrationMessages.memberAccountResponse 8d47f6639435950e",
        "registrationMessages.completeSignupRequest a5ced36b0633bf90",
        "registrationMessages.confirmEmailRequest 493c46b5243475f8",
        "registrationMessages.confirmEmailResponse 5aa9102e873444f9",
        "sessionMessages.kdfFloor {"alg":"argon2id13","ops":3,"memKiB":65536}",
        "sessionMessages.kdfParams 94f992adef40bb61",
        "sessionMessages.preLoginRequest 04ab93657506bd97",
        "sessionMessages.preLoginResponse 786a975c6442aa69",
        "sessionMessages.initiateAuthRequest 1b9e5f6408166852",
        "sessionMessages.keyBundle 7e9d00765f01a768",
        "sessionMessages.unconfirmedCode "email_unconfirmed"",
        "sessionMessages.initiateAuthResponse 4ad8a60a114d815d",
        "sessionMessages.deviceKeyResponse d2885b1f19bdf24b",
        "sessionMessages.signKeyRequest 1033d7527be52d08",
        "sessionMessages.signKeyResponse f9087158ea738ae2",
        "sessionMessages.logoutEverywhereRequest b2d3164b4b389585",
        "sessionMessages.resumeNonceRequest 94eb1da43d041031",
        "sessionMessages.resumeNonceResponse 37d83223ad1a0fde",
        "sessionMessages.resumeRequest 87daff40b2bdaef8",
        "sessionMessages.depositKeyRequest 1147de4e4d98cb96",
        "sessionMessages.depositKeyResponse f75810c42861ab13",
        "socketMessages.heartbeatMs 15000",
        "socketMessages.socketDeadMs 35000",
        "socketMessages.maxPageBytes 65536",
        "socketMessages.socketEvent 689f82c2febd759a",
        "socketMessages.socketRequest 43b4f9c5f62209d1",
      ]
    `);
  });
});
