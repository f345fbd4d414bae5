import { beforeAll, describe, expect, it } from 'vitest'
import { toEventDraft } from '../../../shared/event/event.ts'
import { freezeEvent } from '../../../shared/event/freeze-store.ts'
import { type EventsFilter, listEvents } from '../../../shared/event/store.ts'
import { startTable } from '../../support/table.ts'

const tenant = { organisationId: 1, mode: 'live' } as const
const startMs = Date.parse('2026-11-20T12:00:00.000Z')
const rare = [3, 750] as const

/** 800 events a second apart; two of them are about look-ups. */
const fill = async (): Promise<void> => {
  for (let number = 1; number <= 800; number++) {
    const resource = (rare as readonly number[]).includes(number) ? 'identity' : 'address'
    const at = new Date(startMs + number * 1000).toISOString()
    const about = { event: resource, eventType: 'verification_completed', occurredAt: at } as const
    const draft = toEventDraft({ ...tenant, verificationId: number }, about)
    await freezeEvent({ ...draft, createdAt: at }, Buffer.from('{}'))
  }
}

beforeAll(async () => {
  await startTable()
  await fill()
})

const pageOf = async (
  filter: EventsFilter,
  page: { limit: number; after?: string | undefined; oldestFirst?: boolean },
) => {
  const { items, ...ends } = await listEvents(tenant, filter, page)
  return { ids: items.map(({ verificationId }) => verificationId!), ...ends }
}

const walk = async (filter: EventsFilter, limit: number, oldestFirst = false): Promise<number[][]> => {
  const seen: number[][] = []
  let after: string | undefined
  do {
    const page = await pageOf(filter, { limit, oldestFirst, after })
    seen.push(page.ids)
    after = page.after
  } while (after !== undefined)
  return seen
}

describe('a list of events with a filter', () => {
  it('is filtered before its page is cut: both of two in eight hundred are on the first page', async () => {
    const { ids, after } = await pageOf({ event: 'identity' }, { limit: 100 })
    expect(ids).toEqual([750, 3])
    expect(after).toBeUndefined()
  })

  it('goes on after the last one that it showed', async () => {
    expect(await walk({ event: 'identity' }, 1)).toEqual([[750], [3]])
    expect(await walk({ event: 'identity' }, 1, true)).toEqual([[3], [750]])
  })

  it('fills every page but the last, without a gap or a repeat', async () => {
    const pages = await walk({ event: 'address' }, 100)
    expect(pages.map(({ length }) => length)).toEqual([...Array(7).fill(100), 98])
    const expected = Array.from({ length: 800 }, (_, index) => 800 - index)
    expect(pages.flat()).toEqual(expected.filter(id => !rare.some(one => one === id)))
  })

  it('is empty and ends where there is none', async () => {
    expect(await pageOf({ eventType: 'verification_started' }, { limit: 20 })).toEqual({ ids: [] })
  })
})
