import { Fault } from '../../aws/errors.ts'
import { findLga, findState } from '../../location/find-place.ts'
import type { Lga, State } from '../../location/location.ts'
import { addressPositionRule, locationRule } from '../../location/location-rule.ts'
import { addressFields, type CreateAddress } from '../contract/address.ts'
import { applicantRule, toAcceptedRecord } from '../order.ts'
import { type CreatedAddress, toCreatedAddress } from '../response.ts'
import type { AddressVerification } from '../verification.ts'
import type { ProductDefinition } from './definition.ts'

/** @throws Fault for names that `locationRule` would have refused */
const locate = (stateName: string, lgaName: string): { state: State; lga: Lga } => {
  const state = findState(stateName)
  const lga = 'id' in state && findLga(state, lgaName)
  if (!lga || !('id' in lga)) throw new Fault('An order came through with an unknown place')
  return { state: state as State, lga }
}

const locationOf = (body: CreateAddress) => {
  const { state, lga } = locate(body.stateName, body.lgaName)
  return {
    stateId: state.id,
    lgaId: lga.id,
    initialLatitude: body.latitude ?? state.latitude,
    initialLongitude: body.longitude ?? state.longitude,
  }
}

export type AddressProduct<Body> = ProductDefinition<AddressVerification, Body, CreatedAddress>

export const address: AddressProduct<CreateAddress> = {
  name: 'address',
  priceNgn: 2500,
  fields: addressFields,
  rule: input => [...locationRule(input), ...addressPositionRule(input), ...applicantRule(input)],
  order: (body, context) => ({
    product: 'address',
    ...toAcceptedRecord(addressFields, body, context),
    ...locationOf(body),
  }),
  toCreated: toCreatedAddress,
}
