/** Where messages go instead of to people: each becomes a file, whose name sorts by time. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../data-files.ts'

/** A letter or a text message as a function sent it. */
export interface SentMessage {
  /** ISO 8601. */
  readonly at: string
  readonly channel: 'mail' | 'sms'
  readonly from: string
  readonly to: string
  readonly subject?: string
  readonly text: string
  readonly html?: string
}

export interface SentMessages {
  readonly folder: string
  /** Answers the message's id. */
  put(message: Omit<SentMessage, 'at'>): string
}

/** `20261120T120000123Z-000001-mail.json` */
const nameOf = ({ at, channel }: SentMessage, count: number): string =>
  `${at.replace(/[-:.]/g, '')}-${`${count}`.padStart(6, '0')}-${channel}.json`

export const openSentMessages = (folder: string): SentMessages => {
  let count = 0
  return {
    folder,
    put: message => {
      const whole: SentMessage = { at: new Date().toISOString(), ...message }
      const name = nameOf(whole, ++count)
      makeFolder(folder)
      // They say where people live, and carry links that work.
      writeFileSync(join(folder, name), `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600 })
      return name.replace('.json', '')
    },
  }
}

/** The last messages of a folder, newest first. */
export const lastMessages = (folder: string, most: number): SentMessage[] => {
  const names = namesIn(folder).toSorted().slice(-most).reverse()
  return names.map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SentMessage)
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter(name => name.endsWith('.json'))
  } catch {
    // Nothing was sent yet.
    return []
  }
}
