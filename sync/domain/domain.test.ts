import { describe, expect, it, test } from 'vitest';
import {
  appointmentStatuses,
  isCompleted,
  sessionStatuses,
  statusFlags,
  wireFlags,
  wireStatus,
} from './appointment-status.ts';
import { answerElements, assertNoteSchema, type NoteSchema } from './note-schema.ts';
import { newNoteSchema, noteSchemaOf, noteSchemas } from './note-schemas.ts';
import { soapNote } from './soap-note.ts';

describe('session statuses', () => {
  const spec: readonly (readonly [string, string])[] = [
    ['S-216', 'invited'],
    ['S-217', 'cancelled_patient'],
    ['S-218', 'cancelled_patient_awaiting_transfer'],
    ['S-219', 'cancelled_patient_manual_transfer'],
    ['S-220', 'cancelled_orchid_pro'],
    ['S-221', 'cancelled_pro_no_join'],
    ['S-222', 'payment_intent_needs_action'],
    ['S-223', 'orchid_pro_may_have_missed_appointment'],
    ['S-224', 'is_invoice_created'],
    ['S-225', 'using_invoicing'],
    ['S-226', 'can_create_invoice'],
    ['S-227', 'was_not_paid'],
    ['S-228', 'pending_patient_portal_approval'],
    ['S-229', 'pending_patient_portal_signup_complete'],
    ['S-230', 'needs_payment'],
  ];

  it.each(spec)('[%s] status %s exists', (_id, status) => {
    expect(appointmentStatuses).toContain(status);
  });

  it('[S-231] statuses yield boolean flags', () => {
    const flags = sessionStatuses.map((status) => [status, statusFlags(status)] as const);
    expect(flags.filter(([, flag]) => flag.cancelled).map(([status]) => status)).toEqual([
      'cancelled_patient',
      'cancelled_patient_awaiting_transfer',
      'cancelled_patient_manual_transfer',
      'cancelled_orchid_pro',
    ]);
    expect(flags.filter(([, flag]) => flag.no_show).map(([status]) => status)).toEqual(['cancelled_pro_no_join']);
    expect(flags.filter(([, flag]) => flag.unconfirmed).map(([status]) => status)).toEqual(['invited']);
  });

  it('[S-231] each status of the wire is a flag, and any number may be set: an invoiced session may be missed and unpaid', () => {
    const facts = { status: 'booked', missed: true, billed: ['was_not_paid', 'is_invoice_created'] } as const;
    const set = Object.entries(wireFlags(facts)).flatMap(([name, isSet]) => (isSet ? [name] : []));
    expect(set.toSorted()).toEqual([
      'booked',
      'is_invoice_created',
      'orchid_pro_may_have_missed_appointment',
      'was_not_paid',
    ]);
    for (const status of appointmentStatuses) expect(wireFlags(facts)).toHaveProperty(status);
    expect(wireStatus(facts)).toBe('orchid_pro_may_have_missed_appointment');
    expect(wireStatus({ ...facts, missed: false })).toBe('was_not_paid');
    expect(wireStatus({ ...facts, status: 'cancelled_patient' })).toBe('cancelled_patient');
    expect(wireStatus({ status: 'booked', billed: [] })).toBe('booked');
  });

  it('[S-232][S-233] supplied flags win, absent ones are derived', () => {
    expect(statusFlags('cancelled_patient', { cancelled: false })).toEqual({
      cancelled: false,
      no_show: false,
      unconfirmed: false,
    });
    expect(statusFlags('cancelled_patient')).toMatchObject({ cancelled: true });
  });

  it('completed: the end has passed, not cancelled, not a no-show', () => {
    const end = '2026-11-21T09:00:00.000Z';
    expect(isCompleted({ status: 'booked', end }, end)).toBe(true);
    expect(isCompleted({ status: 'booked', end }, '2026-11-21T08:59:59.999Z')).toBe(false);
    expect(isCompleted({ status: 'cancelled_patient', end }, '2027-01-01T00:00:00.000Z')).toBe(false);
    expect(isCompleted({ status: 'cancelled_pro_no_join', end }, '2027-01-01T00:00:00.000Z')).toBe(false);
  });
});

describe('note schemas', () => {
  it('[S-315] sections hold no sections', () => {
    const nested: NoteSchema = {
      ...soapNote,
      elements: [{ type: 'section', title: 'Outer', children: [{ type: 'section', title: 'Inner', children: [] }] }],
    };
    expect(() => assertNoteSchema(nested)).toThrow('Section children cannot be sections');
    expect(() => assertNoteSchema(soapNote)).not.toThrow();
  });

  it('[S-180] the SOAP note uses every element type of the spec', () => {
    const types = new Set(
      soapNote.elements.flatMap((element) => [
        element.type,
        ...(element.type === 'section' ? element.children.map((child) => child.type) : []),
      ]),
    );
    expect([...types].sort()).toEqual([
      'checkboxes',
      'paragraph',
      'radios',
      'radios-grid',
      'section',
      'short-answer',
      'text-only',
    ]);
  });

  it('a form is found by id and revision together; another revision is another form', () => {
    const second: NoteSchema = { ...soapNote, note_schema_revision: 2, title: 'SOAP Note, second' };
    expect(noteSchemaOf(soapNote)).toBe(soapNote);
    expect(noteSchemaOf(second)).toBeUndefined();
    expect(noteSchemaOf(second, [soapNote, second])).toBe(second);
    expect(noteSchemaOf({ ...soapNote, note_schema_id: 'other' }, [soapNote, second])).toBeUndefined();
  });

  it('every form of the product keeps the spec’s rule, and each revision is there once', () => {
    for (const schema of noteSchemas) expect(() => assertNoteSchema(schema)).not.toThrow();
    const names = noteSchemas.map((schema) => `${schema.note_schema_id} ${schema.note_schema_revision}`);
    expect(new Set(names).size).toBe(names.length);
    expect(noteSchemas).toContain(newNoteSchema);
  });

  it('every answer has its own field name', () => {
    const fields = answerElements(soapNote).map((element) => element.field);
    expect(new Set(fields).size).toBe(fields.length);
  });
});

test('[S-231] what waits for an account waits for a yes all the same', () => {
  const flags = wireFlags({ status: 'invited', isWithoutAccount: true, billed: [] });
  expect(flags).toMatchObject({ unconfirmed: true, invited: true, pending_patient_portal_signup_complete: true });
  expect(wireFlags({ status: 'booked', isWithoutAccount: true, billed: [] })).toMatchObject({
    unconfirmed: false,
    pending_patient_portal_signup_complete: false,
  });
});
