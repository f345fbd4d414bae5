import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DeviceKey } from '../../shared/evidence/contract.ts'
import { parserPromises } from './parsers.ts'

const draws = 5000

describe('what a stranger sends is read as promised, or refused', () => {
  it.each(parserPromises)('$parser', ({ check, cost }) => check({ numRuns: draws / cost }))
})

describe('what longer draws have found', () => {
  it('a device’s key has one spelling', () => {
    const y = 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'
    const spelled = (last: string) => ({
      kty: 'EC',
      crv: 'P-256',
      x: `f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVE${last}`,
      y,
    })
    const read = [...'UVWX'].filter(last => z.safeParse(DeviceKey, spelled(last)).success)
    expect(read).toEqual(['U'])
  })
})
