import { readFileSync } from 'node:fs'
import type { HostLookup } from '../../../../shared/webhook/transport/destination.ts'

/** `answers` null: the resolver fails. Absent: the URL alone must be refused, whatever it resolves to. */
interface HostileCase {
  url: string
  answers?: string[] | null
  reason: string
}
export interface PublicCase {
  url: string
  answers: string[]
}

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

export const hostileGroups = read<{ group: string; cases: HostileCase[] }[]>('hostile-destinations.json')
export const publicCases = read<PublicCase[]>('public-destinations.json')

const publicAddress = '93.184.215.14'

export const lookupOf =
  ({ answers }: { answers?: string[] | null }): HostLookup =>
  async () => {
    if (answers === null) throw new Error('SERVFAIL')
    return answers ?? [publicAddress]
  }
