import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { GenericSchema } from 'valibot';
import { openIndexedDbStore, replicaLayoutVersion } from '../store/indexeddb-store.ts';
import { hashOf } from '../testing/schema-hash.ts';
import { registry } from '../collections/index.ts';
import { mutationMessage } from './mutation-message.ts';
import { pullLine } from './pull-message.ts';
import { pushRequest, pushResponse } from './push-message.ts';
import { depositKeyRequest, initiateAuthRequest, initiateAuthResponse } from './session-message.ts';
import { protocolVersion } from './version.ts';

/** Names and code of index functions, without spaces and without the numbers that a transform gives to imports. */
function textHash(indexes: Readonly<Record<string, (input: never) => unknown>>): string {
  const text = Object.entries(indexes).map(
    ([name, keysOf]) => `${name}=${keysOf.toString().replaceAll(/\s+|__vite_ssr_import_\d+__/g, '')}`,
  );
  return createHash('sha256').update(text.sort().join('|')).digest('hex').slice(0, 16);
}

describe('what lies on wires and disks', () => {
  it('[PV-1] a changed message needs a new protocol version and a new hash here', () => {
    const messages = [
      mutationMessage,
      pushRequest,
      pushResponse,
      pullLine,
      depositKeyRequest,
      initiateAuthRequest,
      initiateAuthResponse,
    ] as unknown as GenericSchema[];
    expect({ protocolVersion, hash: hashOf(messages) }).toMatchInlineSnapshot(`
      {
        "hash": "bb1cffc8947fb06b",
        "protocolVersion": 4,
      }
    `);
  });

  it('[PV-2] a changed body or argument needs a new shape or mutator name and a new hash here', () => {
    const bodies = [...registry.collections.values()].map(
      (collection) => `${collection.name}@${collection.shape} ${hashOf([collection.body])}`,
    );
    // A changed index function needs a new `indexed`: else devices go on finding by the old one.
    const indexes = [...registry.collections.values()].map(
      ({ name, indexed, indexes: keysOf }) => `${name}.${indexed ?? 1} ${textHash(keysOf)}`,
    );
    const args = [...registry.mutators.values()].map((mutator) => `${mutator.name} ${hashOf([mutator.args])}`);
    expect({ replicaLayoutVersion, bodies, indexes, args }).toMatchInlineSnapshot(`
      {
        "args": [
          "note.addend 741456fbde554e98",
          "person_proposal.answer a34100d36f8836ff",
          "session_transfer.answer 8355ed4846cd6404",
          "appointment.approve 927b26aac796948a",
          "chart.archive 67b3dc5c96743642",
          "session_wish.answer ed399bc68f165b9f",
          "session_wish.ask 9c3cb1deb207fb3b",
          "session_wish.withdraw ec65962fd0d4d7e7",
          "appointment.book 90d6c67595ad322a",
          "appointment_series.book 263525fdf7b98455",
          "appointment_series.cancel a341eefff24b9580",
          "appointment_series.restore 9dc0e026849d3511",
          "appointment_series.edit a7db200ab1b989d3",
          "appointment_series.extend 87da10e10818cb6e",
          "appointment_series.let_end cd958f0d0a1ee0bd",
          "unplaced_session.drop c9ed50a77661e836",
          "unplaced_session.place fe443d3851339531",
          "sample.bring_back b8b2863549f6ba05",
          "appointment.cancel ce76391702734396",
          "note.choose f302eeb9c1140bf1",
          "chart.confirm_joined 0da73faff820f3fc",
          "appointment.create 8abbaa569fd23635",
          "chart.create 385cb663e1568655",
          "orchid_pro_type.create f3a01aaf69e945a8",
          "appointment.decide_fee 6d11827e264724d5",
          "appointment.edit 5f704e8844c60741",
          "note.edit 7ef3a93f6ce731d2",
          "chart_person.edit 3599ef4e7c9d294f",
          "practice.end_role ebf1cf3b5bd72ef6",
          "practice.give_role 0363365f640f6f86",
          "membership.grant 41ee61643a3f309c",
          "chart.invite 96dfb9d001965b41",
          "appointment.mark_held 005ed3c01866b5a9",
          "appointment.mark_no_show 2901ceddb5cd2f8f",
          "chart.merge 6029ae2fd2e49bf1",
          "session_transfer.propose 53d835f77ce53537",
          "sample.remove b8b2863549f6ba05",
          "appointment.restore d46172adc024a7b6",
          "chart.restore 67b3dc5c96743642",
          "membership.revoke fa4574f104b394e6",
          "appointment_type.save ca05df84e992c787",
          "availability_opening.save 640efd1859cbd492",
          "availability_period.save 157956d49446c7b9",
          "blocked_interval.save 15c1a5b76a43b412",
          "booking_rules.save e97f8aa44fcf8ce3",
          "cancellation_policy.save 7ed1e7472c3c0374",
          "client_info.save 65141f0afe421417",
          "contact.save c979703f8e0a9be9",
          "member_profile.save 1816df1b4359c21a",
          "professional_record.save 904049cbc109245f",
          "unavailability.save fafc19fe6963e117",
          "session_office.say 0c316fb2445ed6ba",
          "session_place.say 2953db8c4c475bf3",
          "series_office.say c8e0cfcf0a4656af",
          "series_place.say 2908ac072445ac59",
          "sample.seed 1ca1c15b872e2a3a",
          "chart.set_status 13a3ce1f8442dcbd",
          "profile_photo.set 1c5bfe8405fa5091",
          "public_profile.set 51bc9be5e830de07",
          "account.set_timezone 63ed3d294f3e83d3",
          "note.sign 2df401b03495adc4",
          "chart.undo_joining 0da73faff820f3fc",
          "orchid_pro_type.update b1282886220d747f",
          "chart.view 67b3dc5c96743642",
          "chart.withdraw_invite 0da73faff820f3fc",
        ],
        "bodies": [
          "account@1 8918c06dfd347bae",
          "addendum@1 63158810577e563e",
          "appointment@2 23cabea0966b440a",
          "appointment_series@1 88243cb39acf0758",
          "appointment_type@1 e41819416a59c1e4",
          "assessment@1 34fd71e0cf3f4630",
          "availability_opening@1 bbf850fb4e795bf3",
          "availability_period@1 aa6f535eae6e6090",
          "blocked_interval@1 a7dcde12c6c27bb3",
          "booking_rules@1 2a26b9d8c1247ac3",
          "busy_time@1 b2fd00fd3feb61b1",
          "cancellation_policy@1 c02f369560610d6e",
          "chart@1 8fdf9220bb42adbb",
          "chart_invite@1 71644f3baf776657",
          "chart_person@1 cf8e52101fc3812f",
          "client_card@1 1be301a50464a15a",
          "client_info@1 96c5dfafaab90c6f",
          "contact@1 2bf22764cc45b15b",
          "member_profile@1 07d0eea520be9780",
          "joining@1 6f996830f182bd36",
          "license@1 df2c3169a29d5a66",
          "membership@2 336e8a8288a29b7f",
          "message@1 89a06407bb18131a",
          "note@1 66197e810f3c492f",
          "office_location@1 d73219c1af028fa0",
          "orchid_pro_type@1 f449b86ca5e3d727",
          "person_proposal@1 6921887450fb4160",
          "practice@1 3b40cf4adfb62603",
          "professional@1 98be4a701323db98",
          "professional_record@1 f186d2de71d4a52a",
          "profile_photo@1 a32f5fc962d3003e",
          "public_profile@1 ce3e94afc7811523",
          "series_place@1 c9d6b31e84687c32",
          "session_billing@1 c6bf5e11b0c068f6",
          "session_office@1 ef7b1c001d1eb49d",
          "session_place@1 2438a192661c409f",
          "session_transfer@1 3a2c0ba8f58c5305",
          "session_wish@1 8dfb2e1277bee4ac",
          "unplaced_session@1 59897c307e566498",
          "unavailability@1 954d4c18b6fcc8f8",
        ],
        "indexes": [
          "account.1 e3b0c44298fc1c14",
          "addendum.1 54e4b7a51d563d52",
          "appointment.3 875ee4e260d20182",
          "appointment_series.1 6675f305ead6f034",
          "appointment_type.1 506b9d2b51f89d91",
          "assessment.1 4cb474e5da5f9307",
          "availability_opening.1 39dc2f863abc4f73",
          "availability_period.1 5d91aa5066ab4b8f",
          "blocked_interval.1 6bad80f252f422ec",
          "booking_rules.1 e3b0c44298fc1c14",
          "busy_time.1 b5c290c6d9b66b28",
          "cancellation_policy.1 e3b0c44298fc1c14",
          "chart.2 109b8920f6c56c62",
          "chart_invite.1 4516e3dca4c4c686",
          "chart_person.1 93a98dea008537c7",
          "client_card.2 109b8920f6c56c62",
          "client_info.1 e3b0c44298fc1c14",
          "contact.1 506b9d2b51f89d91",
          "member_profile.1 e3b0c44298fc1c14",
          "joining.1 304cf59a038581e0",
          "license.1 52d2a0313fb1b448",
          "membership.1 ee5931b987b97935",
          "message.1 f1e2cf7daac0028e",
          "note.2 6c221bcaca5bca2e",
          "office_location.1 dad85eb958b95640",
          "orchid_pro_type.1 52d2a0313fb1b448",
          "person_proposal.1 93a98dea008537c7",
          "practice.1 e3b0c44298fc1c14",
          "professional.1 dad85eb958b95640",
          "professional_record.1 e3b0c44298fc1c14",
          "profile_photo.1 e3b0c44298fc1c14",
          "public_profile.1 e3b0c44298fc1c14",
          "series_place.1 e3b0c44298fc1c14",
          "session_billing.1 e3b0c44298fc1c14",
          "session_office.1 55bad3b093a5ffcc",
          "session_place.1 e3b0c44298fc1c14",
          "session_transfer.1 80d8b9f00d5ec608",
          "session_wish.1 50acaf8cbc09e39a",
          "unplaced_session.1 1336baa498271cf2",
          "unavailability.1 2273bd5c1cee1182",
        ],
        "replicaLayoutVersion": 1,
      }
    `);
  });

  it('[PV-2] a changed table or index of the replica needs a new layout: a device that has the old one upgrades by nothing else', async () => {
    const name = 'layout';
    const store = openIndexedDbStore({ name });
    await store.tx('strict', function* () {
      yield [];
    });
    store.close();
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('not opened'));
    });
    const tables = [...db.objectStoreNames];
    const transaction = db.transaction(tables, 'readonly');
    const layout = tables.map((table) => {
      const { keyPath, indexNames } = transaction.objectStore(table);
      return `${table} by ${String(keyPath)}${[...indexNames].map((index) => `, index ${index}`).join('')}`;
    });
    db.close();
    expect({ version: db.version, layout }).toEqual({
      version: 10,
      layout: ['attention by k', 'base by k, index x', 'meta by k', 'outbox by k', 'overlay by k, index x'],
    });
  });

  it('[PV-1] the hash sees a change of a field', async () => {
    const v = await import('valibot');
    const one = v.object({ a: v.string() }) as unknown as GenericSchema;
    const other = v.object({ a: v.number() }) as unknown as GenericSchema;
    const longer = v.object({ a: v.string(), b: v.optional(v.string()) }) as unknown as GenericSchema;
    expect(new Set([hashOf([one]), hashOf([other]), hashOf([longer])]).size).toBe(3);
  });
});
