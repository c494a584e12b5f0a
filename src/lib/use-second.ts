import { useEffect, useState } from 'react';

/** The time, anew every second: for what is counted down while somebody watches. Milliseconds since the epoch. */
export function useSecond(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
