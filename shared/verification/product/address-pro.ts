import type { FieldError } from '../../http/contract/problem.ts'
import { bodyFields, type InputRule, providedValue } from '../../http/contract/text.ts'
import {
  type ApplicantPhotoSlot,
  applicantPhotoLength,
  applicantPhotoLimitBytes,
  applicantPhotoSlots,
  type CreateProAddress,
  propertyFields,
} from '../contract/property.ts'
import { omitUndefined, toStoredFields } from '../order.ts'
import type { ApplicantPhoto } from '../verification.ts'
import { type AddressProduct, address } from './address.ts'

export const photoPointer = (slot: ApplicantPhotoSlot): string => `/addressExtraData/${slot}`

/** One run of letters: nothing in it that a long text could be tried against twice. */
const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

const wrongWith = (text: string): Pick<FieldError, 'code' | 'detail'> | undefined => {
  if (text.length > applicantPhotoLength)
    return {
      code: 'photo_too_large',
      detail: `Expected a photo of at most ${applicantPhotoLimitBytes} bytes before base64: three have to fit into a request of 6 MB.`,
    }
  return isBase64(text)
    ? undefined
    : { code: 'wrong_form', detail: 'Expected base64 alone: no "data:" before it, and no line breaks in it.' }
}

export const applicantPhotoRule: InputRule = ({ body }) => {
  const fields = bodyFields(bodyFields(body).addressExtraData)
  return applicantPhotoSlots.flatMap(slot => {
    const text = providedValue(fields[slot])
    const wrong = typeof text === 'string' ? wrongWith(text) : undefined
    return wrong ? [{ pointer: photoPointer(slot), ...wrong }] : []
  })
}

/** An order with its photos, re-encoded before it is accepted. */
export interface ProOrder extends CreateProAddress {
  /** Absent where nothing was drawn: no photo was supplied. */
  readonly drawn?: { readonly photos: readonly ApplicantPhoto[]; readonly under: number }
}

export const addressPro: AddressProduct<ProOrder> = {
  ...address,
  name: 'address-pro',
  priceNgn: 3000,
  rule: input => [...address.rule(input), ...applicantPhotoRule(input)],
  order: ({ addressExtraData: said, drawn, ...body }, context) => ({
    ...address.order({ ...body, latitude: said.latitude, longitude: said.longitude }, context),
    product: 'address-pro',
    property: omitUndefined({
      ...toStoredFields(propertyFields, said),
      photos: drawn?.photos ?? [],
      drawnUnder: drawn?.under,
    }),
  }),
}
