import { beforeAll, describe, expect, it } from 'vitest'
import { findHome } from '../../../../shared/work/team/home.ts'
import {
  deleteMember,
  deleteTeam,
  listMembers,
  listTeams,
  saveMember,
  saveTeam,
} from '../../../../shared/work/team/store.ts'
import { isKnownArea, lgaIdsOf } from '../../../../shared/work/team/team.ts'
import { startTable } from '../../../support/table.ts'

beforeAll(startTable)

const lagos = 24
const surulere = 2420

describe('the areas of a team', () => {
  it('are LGAs, of which a state has all, each once', () => {
    expect(lgaIdsOf([lagos])).toHaveLength(20)
    expect(lgaIdsOf([surulere, lagos, 101])).toEqual([
      101,
      ...Array.from({ length: 20 }, (_, index) => 2401 + index),
    ])
    expect(lgaIdsOf([])).toEqual([])
  })

  it('are in the list of states and LGAs', () => {
    expect([1, 37, 101, surulere].map(isKnownArea)).toEqual([true, true, true, true])
    expect([0, 38, 99, 100, 2400, 2421, 3899].map(isKnownArea)).toEqual(Array(7).fill(false))
    expect(lgaIdsOf([99, 2421])).toEqual([])
  })
})

describe('an agent', () => {
  it('is at home in the areas of one team, and moves to another', async () => {
    await saveTeam({ id: 'mainland', name: 'Mainland', areas: [surulere] })
    await saveTeam({ id: 'abia', name: 'Abia', areas: [1] })
    expect(await saveMember({ agentId: 'a', teamId: 'mainland', dailyCapacity: 8 })).toBe(true)
    expect(await findHome('a', 0)).toEqual({
      agentId: 'a',
      teamId: 'mainland',
      dailyCapacity: 8,
      lgaIds: [surulere],
    })
    expect(await saveMember({ agentId: 'a', teamId: 'abia', products: ['address'] })).toBe(true)
    expect(await findHome('a', 0)).toMatchObject({ teamId: 'abia', products: ['address'] })
    expect((await findHome('a', 0))!.dailyCapacity).toBeUndefined()
    expect((await listMembers('mainland')).length).toBe(0)
    expect(await listMembers('abia')).toEqual([{ agentId: 'a', teamId: 'abia', products: ['address'] }])
  })

  it('is in no team that is not there, and nowhere at home without one', async () => {
    expect(await saveMember({ agentId: 'b', teamId: 'nowhere' })).toBe(false)
    expect(await findHome('b', 0)).toBeUndefined()
    await saveTeam({ id: 'short', name: 'Short', areas: [surulere] })
    await saveMember({ agentId: 'b', teamId: 'short' })
    expect(await deleteMember('b')).toBe(true)
    expect(await deleteMember('b')).toBe(false)
    expect(await findHome('b', 0)).toBeUndefined()
    expect(await deleteTeam('short')).toBe(true)
    expect(await deleteTeam('short')).toBe(false)
  })

  it('hears of a new area of the team within a minute', async () => {
    await saveTeam({ id: 'moving', name: 'Moving', areas: [surulere] })
    await saveMember({ agentId: 'c', teamId: 'moving' })
    const lgasAt = async (ms: number) => (await findHome('c', ms))!.lgaIds
    expect(await lgasAt(0)).toEqual([surulere])
    await saveTeam({ id: 'moving', name: 'Moving', areas: [101] })
    expect(await lgasAt(59_999)).toEqual([surulere])
    expect(await lgasAt(60_000)).toEqual([101])
  })
})

it('lists all teams', async () => {
  const [first, ...others] = await listTeams()
  expect(first).toEqual({ id: 'abia', name: 'Abia', areas: [1] })
  expect(others.map(({ id }) => id)).toEqual(['mainland', 'moving'])
})
