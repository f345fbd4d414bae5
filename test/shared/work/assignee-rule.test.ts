import { describe, expect, it } from 'vitest'
import { type AgentCandidate, chooseAgents, type WaitingVisit } from '../../../shared/work/assignee-rule.ts'

const at = (latitude: number) => ({ latitude, longitude: 3.35 })
const candidate = (agentId: string, more: Partial<AgentCandidate> = {}): AgentCandidate => ({
  agentId,
  left: 2,
  ...more,
})
const visit = (more: Partial<WaitingVisit> = {}): WaitingVisit => ({
  product: 'address',
  barred: new Set(),
  ...more,
})

describe('an agent is proposed for a visit', () => {
  it('who is nearest, where both places are known', () => {
    const agents = [
      candidate('far', { position: at(7), left: 9 }),
      candidate('unknown', { left: 9 }),
      candidate('near', { position: at(6.61), left: 1 }),
    ]
    expect(chooseAgents([visit({ position: at(6.6) })], agents)).toEqual(['near'])
  })

  it('who has the most time, where the address is only known to be in its area', () => {
    const agents = [candidate('near', { position: at(6.6) }), candidate('free', { left: 3 })]
    expect(chooseAgents([visit()], agents)).toEqual(['free'])
  })

  it('who has time: each visit takes some of it', () => {
    const agents = [candidate('one', { left: 1 }), candidate('two', { left: 2 })]
    expect(chooseAgents([visit(), visit(), visit(), visit()], agents)).toEqual([
      'two',
      'one',
      'two',
      undefined,
    ])
  })

  it('who does such work, and has had no part in it', () => {
    const agents = [
      candidate('caller', { products: ['employment'], left: 9 }),
      candidate('a'),
      candidate('b'),
    ]
    const visits = [visit({ barred: new Set(['a']) }), visit({ barred: new Set(['a', 'b']) })]
    expect(chooseAgents(visits, agents)).toEqual(['b', undefined])
    expect(chooseAgents([visit({ product: 'employment', barred: new Set(['a', 'b']) })], agents)).toEqual([
      'caller',
    ])
  })

  it('or nobody, where no team works', () => {
    expect(chooseAgents([visit()], [])).toEqual([undefined])
  })
})
