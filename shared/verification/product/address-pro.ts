import { applicantPhotoRule } from '../applicant-photo-rule.ts'
import type { CreateProAddress } from '../contract/address-pro.ts'
import { omitUndefined } from '../order.ts'
import type { AddressVerification, ApplicantPhoto, ClaimedProperty } from '../verification.ts'
import { address } from './address.ts'
import type { ProductDefinition } from './definition.ts'

/** An order with its photos, as they were drawn anew before it is accepted. */
export interface ProOrder extends CreateProAddress {
  /** Absent where nothing was drawn: no photo was supplied. */
  readonly drawn?: { readonly photos: readonly ApplicantPhoto[]; readonly under: number }
}

const propertyOf = ({ addressExtraData: said, drawn }: ProOrder): ClaimedProperty =>
  omitUndefined({
    houseNumber: said.houseNumber,
    generalDescription: said.generalDescription,
    buildingDescription: said.buildingDescription,
    buildingType: said.buildingType,
    buildingStatus: said.buildingStatus,
    buildingColour: said.buildingColour,
    hasGateAndFence: said.hasGateAndFence,
    photos: drawn?.photos ?? [],
    drawnUnder: drawn?.under,
  })

/** A street address with what its applicant says and shows of the house. */
export const addressPro: ProductDefinition<AddressVerification, ProOrder> = {
  ...address,
  name: 'address-pro',
  priceNgn: 3000,
  rule: input => [...address.rule(input), ...applicantPhotoRule(input)],
  order: ({ addressExtraData: said, ...body }, context) => ({
    ...address.order({ ...body, latitude: said.latitude, longitude: said.longitude }, context),
    product: 'address-pro',
    property: propertyOf({ ...body, addressExtraData: said }),
  }),
}
