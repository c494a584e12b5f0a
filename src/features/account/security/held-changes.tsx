import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { settleResponse, type DeviceFacts, type HeldChange } from '../../../../sync/protocol/device-message.ts';
import { FormPassword } from '../../../forms/form-password.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { askHeld } from '../../../model/devices/device-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { settledWords } from './device-words.ts';
import { HeldChangeLine } from './held-change-line.tsx';
import styles from './security.module.css';
import { useDeviceAct } from './use-device-act.ts';

interface HeldChangesProps {
  readonly device: DeviceFacts;
  readonly onBack: () => void;
  readonly onDone: (words: string) => void;
}

const keyOf = ({ client, id }: HeldChange): string => `${client} ${id}`;

/** [DV-4] What a lost device has sent since: each is let through or dropped, all that are shown in one go. */
export function HeldChanges({ device, onBack, onDone }: HeldChangesProps) {
  const [held, setHeld] = useState<Awaited<ReturnType<typeof askHeld>> | undefined>();
  const [letThrough, setLetThrough] = useState<ReadonlySet<string>>(new Set());
  const ask = () => void askHeld(device.id).then(setHeld);
  useEffect(() => void askHeld(device.id).then(setHeld), [device.id]);
  const changes = held?.changes ?? [];
  const form = useDeviceAct({
    act: 'device.settle',
    body: () => ({
      device: device.id,
      choices: changes.map((change) => ({
        client: change.client,
        id: change.id,
        is_let_through: letThrough.has(keyOf(change)),
      })),
    }),
    onDone: (answer) => {
      const done = v.safeParse(settleResponse, answer);
      onDone(done.success ? settledWords(done.output) : 'It is done.');
    },
  });
  const through = changes.filter((change) => letThrough.has(keyOf(change))).length;
  return (
    <Sheet
      open
      title="Written on a device you reported lost"
      size="medium"
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>Back</Button>
          <SendButton form={form} busyWords="Working…" disabled={changes.length === 0}>
            {actWords(through, changes.length - through)}
          </SendButton>
        </>
      }
    >
      {held === null ? (
        <Notice tone="wait" actions={<Button onClick={ask}>Try again</Button>}>
          The list needs a connection.
        </Notice>
      ) : null}
      {changes.length > 0 ? (
        <>
          <p>
            Tick what you or someone you trust has written. The rest is dropped, with what builds on it; the device is
            told, should it come back.
          </p>
          <ul className={styles.lines} aria-label="Held changes">
            {changes.map((change) => (
              <HeldChangeLine
                key={keyOf(change)}
                change={change}
                isLetThrough={letThrough.has(keyOf(change))}
                onChange={(isLetThrough) => {
                  const next = new Set(letThrough);
                  if (isLetThrough) next.add(keyOf(change));
                  else next.delete(keyOf(change));
                  setLetThrough(next);
                }}
              />
            ))}
          </ul>
          {held?.more === true ? <p className={styles.soft}>More follow once these are decided.</p> : null}
          <Form form={form}>
            <FormPassword form={form} name="password" autoComplete="current-password" />
          </Form>
        </>
      ) : null}
      {held && changes.length === 0 ? <p>Nothing is held of it any more.</p> : null}
    </Sheet>
  );
}

/** `Let 2 through, drop 1` */
function actWords(through: number, dropped: number): string {
  if (through === 0) return dropped > 1 ? `Drop all ${dropped}` : 'Drop it';
  if (dropped === 0) return through > 1 ? `Let all ${through} through` : 'Let it through';
  return `Let ${through} through, drop ${dropped}`;
}
