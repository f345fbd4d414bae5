import { useEffect, useState } from 'preact/hooks'
import { serverNowMs } from '../../ui/api.ts'

const tickMs = 10_000

/** The server's time, and again every few seconds. */
export const useNowMs = (): number => {
  const [now, setNow] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNowMs()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
