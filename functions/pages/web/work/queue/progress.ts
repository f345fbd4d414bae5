import { formatNumberIn } from '../../../../../shared/texts/format.ts'
import { formatTimeSpan, locale } from '../../ui/format.ts'
import { createShared } from '../shared.ts'

/** How far the photos are that are being sent. */
export interface UploadProgress {
  readonly sentBytes: number
  readonly totalBytes: number
  readonly startedAtMs: number
}

/** Undefined while no photo is being sent by this page. */
export const uploadProgress = createShared<UploadProgress | undefined>(undefined)

/** @param totalBytes 0 once nothing is sent any more */
export const expectUploads = (totalBytes: number): void =>
  uploadProgress.set(totalBytes > 0 ? { sentBytes: 0, totalBytes, startedAtMs: Date.now() } : undefined)

export const noteSent = (bytes: number): void => {
  const progress = uploadProgress.get()
  if (progress) uploadProgress.set({ ...progress, sentBytes: progress.sentBytes + bytes })
}

/** `0.8 MB`: of a photo of some hundred kilobytes one digit is enough. `40 kB` of what is less. @param wholeBytes that it is part of, whose unit it has */
export const formatBytes = (bytes: number, wholeBytes = bytes): string =>
  wholeBytes < 100_000
    ? `${formatNumberIn(locale, Math.ceil(bytes / 1000))} kB`
    : `${formatNumberIn(locale, bytes / 1_000_000, 1)} MB`

/** Sooner the first packets, which the phone takes in at once, would promise too much. */
const knownAfterMs = 5000
const minuteMs = 60_000

/** `0.8 MB of 1.6 MB, about 2 min left`, by the pace so far. */
export const describeProgress = (
  { sentBytes, totalBytes, startedAtMs }: UploadProgress,
  nowMs: number,
): string => {
  const sent = `${formatBytes(sentBytes, totalBytes)} of ${formatBytes(totalBytes)}`
  const passedMs = nowMs - startedAtMs
  if (passedMs < knownAfterMs || sentBytes === 0) return sent
  const leftMs = (passedMs / sentBytes) * (totalBytes - sentBytes)
  return `${sent}, ${leftMs < minuteMs ? 'less than a minute' : `about ${formatTimeSpan(leftMs)}`} left`
}
