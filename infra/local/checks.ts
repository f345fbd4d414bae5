/** Looks every other second whether the laptop can go on: the folder, the file handles, the clock. */
import type { DataDirectory } from '../emulator/data-directory.ts'
import { clockChange, clockLine } from './clock.ts'
import { refuseExhaustedHandles } from './file-handles.ts'

export interface CheckOptions {
  readonly data: DataDirectory
  readonly handleLimit: number
  say(line: string): void
  onBreakdown(reason: string): void
}

const periodMilliseconds = 2000

/** Goes on until it is stopped by what it answers. */
export const checkRegularly = ({ data, handleLimit, say, onBreakdown }: CheckOptions): (() => void) => {
  const changeOfClock = clockChange()
  const check = (): void => {
    try {
      refuseExhaustedHandles(handleLimit)
      data.check()
    } catch (error) {
      onBreakdown((error as Error).message)
    }
    const jump = clockLine(changeOfClock())
    if (jump !== undefined) say(jump)
  }
  const timer = setInterval(check, periodMilliseconds)
  return () => clearInterval(timer)
}
