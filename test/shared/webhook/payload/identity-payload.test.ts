import { expect, it } from 'vitest'
import { encode } from '../../../../shared/event/encode.ts'
import { verdictOf } from '../../../../shared/identity/matching/matching.ts'
import { nigeria } from '../../../../shared/identity/product/country.ts'
import { nin } from '../../../../shared/identity/product/nin.ts'
import { toNinAnswer } from '../../../../shared/identity/product/nin-answer.ts'
import { toPremiumAnswer } from '../../../../shared/identity/product/nin-premium.ts'
import { sandboxRegistry } from '../../../../shared/identity/registry/sandbox-registry.ts'
import { payloadOf } from '../../../../shared/webhook/payload/payload.ts'

const claimed = { firstname: 'Bunch', lastname: 'Dillon' }

const bodies = async () => {
  const answer = await sandboxRegistry(nin.sandbox).lookUp('63184876213', 1)
  if (answer.kind !== 'found') throw new Error('the sandbox lacks its well-known person')
  const { person } = answer
  const found = { id: 5, claimed, person, verdict: verdictOf(claimed, person, nigeria) }
  const data = { id: 5, summary: null, customerReference: '' }
  const head = { event: 'identity', event_type: 'verification_completed' }
  return {
    person,
    bodies: [toNinAnswer(found), toPremiumAnswer(found)].map(identity =>
      encode({ ...head, data: { ...data, identity } }),
    ),
  }
}

it('an endpoint that asked for masked payloads learns the verdict, and nobody’s details', async () => {
  const { person, bodies: full } = await bodies()
  const { firstname, lastname, middlename, phone, email, birthdate, photo, address, idNumber, nextOfKin } =
    person
  for (const body of full) {
    const masked = payloadOf(body, 'masked')
    for (const value of [firstname, lastname, middlename, phone, email, birthdate, photo, address, idNumber])
      expect(masked).not.toContain(`"${value}"`)
    expect(masked).not.toContain(nextOfKin.address1)
    const { identity } = JSON.parse(masked).data
    expect(identity.status).toEqual({ state: 'complete', status: 'verified' })
    expect(identity.summary).toEqual(JSON.parse(body).data.identity.summary)
  }
})

it('an endpoint that asked for thin payloads learns the id and the status alone', async () => {
  const { bodies: full } = await bodies()
  for (const body of full)
    expect(JSON.parse(payloadOf(body, 'thin')).data).toEqual({
      id: 5,
      summary: null,
      customerReference: '',
      status: { state: 'complete', status: 'verified' },
    })
})
