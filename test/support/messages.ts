import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SentMessage } from '../../infra/emulator/messages.ts'
import type { World } from './environment.ts'
import { eventually } from './eventually.ts'

const read = new Map<string, SentMessage>()

const messageAt = (file: string): SentMessage => {
  const known = read.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as SentMessage)
  read.set(file, known)
  return known
}

/** What this telephone or mail address was sent, the last first. */
export const messagesTo = ({ emulator: { outboxFolder } }: World, to: string): readonly SentMessage[] => {
  // It is there from the first message on.
  if (!existsSync(outboxFolder)) return []
  const files = readdirSync(outboxFolder).filter(file => file.endsWith('.json'))
  const messages = files.toSorted().map(file => messageAt(join(outboxFolder, file)))
  return messages.filter(message => message.to === to).reverse()
}

/** The next one that it is sent besides so many. */
export const messageTo = (world: World, to: string, known = 0): Promise<SentMessage> =>
  eventually(() => {
    const messages = messagesTo(world, to)
    return messages.length > known && messages[0]
  }, `a message to ${to}`)

/** Where a message leads. */
export const linkIn = ({ text }: Pick<SentMessage, 'text'>): string => /http\S+/.exec(text)![0]
