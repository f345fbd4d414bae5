import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { formatTimeSpan, formatTimeOfDay } from '../../ui/format.ts'
import { KeyButton } from './key-button.tsx'
import { useNowMs } from './now.ts'
import type { Opening } from './open-case.ts'

/** Somebody who has touched nothing for so long has gone away. */
const awayMs = 3 * 60_000
const soonMs = 3 * 60_000

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/** When somebody last did something on the page, by this device's clock. */
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

interface HoldProps {
  readonly open: Extract<Opening, { kind: 'open' }>
  readonly keep: () => void
  /** Opens it anew: while it was nobody's, another may have given it back and its agent reported once more. */
  readonly again: () => void
}

/** Whose the case is and for how long; it stays theirs while they work, and they are told before it goes. */
export const LeaseNotice = ({ open: { until, takenAtMs, trouble }, keep, again }: HoldProps): VNode => {
  const nowMs = useNowMs()
  const activity = useActivity()
  const untilMs = Date.parse(until)
  const leftMs = untilMs - nowMs
  const isHalfOver = leftMs < (untilMs - takenAtMs) / 2
  useEffect(() => {
    if (isHalfOver && leftMs > 0 && Date.now() - activity.current < awayMs) keep()
    // With every tick of the clock it is looked at again.
  }, [nowMs])
  if (leftMs <= 0)
    return (
      <div role="alert" class="hold">
        <span>
          Your time was over at {formatTimeOfDay(until)}: another reviewer may take it. What you wrote is
          kept.
        </span>
        <KeyButton shortcut="k" onPress={again}>
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
        <KeyButton shortcut="k" isPlain onPress={keep}>
          Keep it
        </KeyButton>
      )}
    </div>
  )
}

/** Whether the time of a case is over: decided is only what is in one's hands. */
export const useLeaseExpired = (opening: Opening): boolean => {
  const nowMs = useNowMs()
  return opening.kind === 'open' && Date.parse(opening.until) <= nowMs
}
