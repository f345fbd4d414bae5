import { useEffect, useRef, useState } from 'preact/hooks'
import { serverNowMs } from '../../ui/api.ts'
import { formatTimeOfDay, formatTimeSpan } from '../../ui/format.ts'
import { KeyButton } from './keys.tsx'
import type { CaseOpening } from './open-case.ts'

const tickMs = 10_000

/** The server's time, updated every few seconds. */
export const useNowMs = (): number => {
  const [now, setNow] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNowMs()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A person without any activity for this long has gone away. */
const awayMs = 3 * 60_000
const soonMs = 3 * 60_000

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/** Time of the last activity on the page, by this device's clock. */
export const useActivity = (): { readonly current: number } => {
  const lastMs = useRef(Date.now())
  useEffect(() => {
    const note = () => {
      lastMs.current = Date.now()
    }
    for (const sign of signs) addEventListener(sign, note, { passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, note)
    }
  }, [])
  return lastMs
}

interface LeaseProps {
  readonly opening: Extract<CaseOpening, { kind: 'open' }>
  readonly keep: () => void
  /** Opens the case again: meanwhile another reviewer may have given it back, and its agent reported again. */
  readonly again: () => void
}

/** Whose the case is and for how long. Activity extends it, and its reviewer is warned before it ends. */
export const LeaseNotice = ({ opening: { until, takenAtMs, trouble }, keep, again }: LeaseProps) => {
  const nowMs = useNowMs()
  const activity = useActivity()
  const untilMs = Date.parse(until)
  const leftMs = untilMs - nowMs
  const isHalfOver = leftMs < (untilMs - takenAtMs) / 2
  useEffect(() => {
    if (isHalfOver && leftMs > 0 && Date.now() - activity.current < awayMs) keep()
    // Checked with every tick of the clock.
  }, [nowMs])
  if (leftMs <= 0)
    return (
      <div role="alert" class="hold">
        <span>
          Your time was over at {formatTimeOfDay(until)}: another reviewer may take it. What you wrote is
          kept.
        </span>
        <KeyButton shortcut="k" isMain onPress={again}>
          Take it again
        </KeyButton>
      </div>
    )
  const isSoon = leftMs < soonMs
  return (
    <div class="hold" role="status">
      <span class={isSoon ? 'tag late' : 'quiet'}>
        Yours until {formatTimeOfDay(until)}
        {isSoon && `: ${formatTimeSpan(leftMs)} left`}
        {trouble !== undefined && '. It could not be kept for longer yet'}
      </span>
      {isSoon && (
        <KeyButton shortcut="k" onPress={keep}>
          Keep it
        </KeyButton>
      )}
    </div>
  )
}

/** Whether the lease of a case has ended: only a held case can be decided. */
export const useLeaseExpired = (opening: CaseOpening): boolean => {
  const nowMs = useNowMs()
  return opening.kind === 'open' && Date.parse(opening.until) <= nowMs
}
