import { useEffect, useState } from 'preact/hooks'
import { KeyButton } from './keys.tsx'

const useSecondsLeft = (untilMs: number): number => {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
}

interface TakeBackProps {
  /** By this device's clock. */
  readonly untilMs: number
  readonly onPress: () => void
}

/** The seconds are for the eye: the status line has said once how many there are. */
export const TakeBackButton = ({ untilMs, onPress }: TakeBackProps) => (
  <span class="take-back">
    <KeyButton shortcut="z" onPress={onPress}>
      Take it back
    </KeyButton>
    <span class="quiet" aria-hidden="true">
      {useSecondsLeft(untilMs)} s
    </span>
  </span>
)
