import { useEffect, useState } from 'preact/hooks'
import { describeProgress, uploadProgress } from '../queue/progress.ts'
import { useShared } from '../use-shared.ts'

const tickMs = 5000

/** How much of the photos has left the phone. A network that stands still makes the time that is left grow. */
export const UploadLine = () => {
  const progress = useShared(uploadProgress)
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(ticking)
  }, [])
  if (!progress) return null
  return (
    <label>
      Sending photos: {describeProgress(progress, Math.max(nowMs, progress.startedAtMs))}
      <progress value={progress.sentBytes} max={progress.totalBytes} />
    </label>
  )
}
