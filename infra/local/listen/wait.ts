import { setTimeout as sleep } from 'node:timers/promises'

export const waitSeconds = (seconds: number, signal: AbortSignal): Promise<void> =>
  sleep(seconds * 1000, undefined, { signal })

/** Text of a stage or receiver cannot forge a line or colour the terminal. */
export const plain = (text: string): string =>
  text.slice(0, 200).replace(/[^\x20-\x7e]/g, character => `\\u{${character.codePointAt(0)!.toString(16)}}`)

export const print = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
