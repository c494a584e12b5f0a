import { useRef, useState, type ChangeEvent } from 'react';
import { makePhoto, type MadePhoto } from '../../../lib/photo.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useOwnPhoto } from '../../../model/people/use-photo.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Portrait } from '../../../ui/portrait.tsx';
import styles from './profile.module.css';

const refusals: Readonly<Record<Exclude<MadePhoto['kind'], 'photo'>, string>> = {
  too_large: 'This photo is larger than 5 MB. Please choose a smaller one.',
  unreadable: 'This file could not be read as a photo. Please choose another.',
};

/** [PH-1] Chooses a photo of oneself, or takes it away: saved at once, also without a network. */
export function PhotoField() {
  const photo = useOwnPhoto();
  const input = useRef<HTMLInputElement>(null);
  const [isMaking, setMaking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, failure, run } = useChange(() => undefined);
  const chosen = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? [];
    // The same file may be chosen again.
    target.value = '';
    if (!file) return;
    setRefusal(null);
    setMaking(true);
    const made = await makePhoto(file);
    setMaking(false);
    if (made.kind === 'photo') await run('profile_photo.set', { image: made.image });
    else setRefusal(refusals[made.kind]);
  };
  const said = refusal ?? failure;
  return (
    <section className={styles.section} aria-label="Photo">
      <h2>Photo</h2>
      <div className={styles.photo}>
        <Portrait photo={photo} size={120} alt="You" />
        <div className={styles.actions}>
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            aria-label="Photo"
            onChange={(event) => void chosen(event)}
          />
          <Button disabled={isMaking || busy} onClick={() => input.current?.click()}>
            {photo === null ? 'Choose a photo' : 'Choose another'}
          </Button>
          {photo === null ? null : (
            <Button
              tone="quiet"
              disabled={isMaking || busy}
              onClick={() => {
                setRefusal(null);
                void run('profile_photo.set', { image: '' });
              }}
            >
              Remove photo
            </Button>
          )}
        </div>
      </div>
      <p className={styles.soft}>
        Only you see it. It is made small on this device, and where and with what it was taken does not come along.
      </p>
      {said === null ? null : (
        <Notice tone="need" role="alert">
          {said}
        </Notice>
      )}
    </section>
  );
}
