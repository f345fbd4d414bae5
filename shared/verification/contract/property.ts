import * as z from 'zod/mini'
import { bodyLimitBytes } from '../../http/contract/route.ts'
import { nullable, optional, optionalText, text } from '../../http/contract/text.ts'
import { degrees } from '../../location/contract.ts'
import { mapped, streetFields } from './address.ts'
import { AddressApplicant } from './applicant.ts'
import { encrypted, type OrderFields, shapeFor } from './order-field.ts'

/* The fields and their words are those that existing integrations of this kind of order send. */

export const buildingUses = ['Residential', 'Commercial'] as const

export const buildingTypes = ['Multi-story', 'Flats & Apartment', 'Bungalow', 'Office Complex'] as const

export const buildingStatuses = ['Completed', 'Painted', 'Completed and Painted'] as const

export const applicantPhotoSlots = ['applicantPhoto1', 'applicantPhoto2', 'applicantPhoto3'] as const
export type ApplicantPhotoSlot = (typeof applicantPhotoSlots)[number]

/**
 * The largest photo that is taken, in bytes. Lambda takes 6 MB of a request, in which base64 makes four bytes of three
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html): three of this size always have room.
 */
export const applicantPhotoLimitBytes = 1_350_000

export const applicantPhotoLength = Math.ceil(applicantPhotoLimitBytes / 3) * 4

export const proBodyLimitBytes = applicantPhotoSlots.length * applicantPhotoLength + bodyLimitBytes

/** Its form and size are `applicantPhotoRule`'s to judge, whose words a schema has not; its picture is looked at later. */
export const applicantPhoto = z.string()

const photoField = { ...mapped, schema: optional(applicantPhoto), customer: 'hidden' } as const

/** What the applicant says and shows of the house, stored together as `property`. */
export const propertyFields = {
  houseNumber: { ...encrypted, schema: optionalText(30), agent: nullable(z.string()) },
  generalDescription: { ...encrypted, schema: text(1000), agent: z.string() },
  /** Where the applicant confirmed on a map that the house is, in degrees (WGS 84). */
  latitude: { ...mapped, schema: degrees(90) },
  longitude: { ...mapped, schema: degrees(180) },
  buildingDescription: { ...encrypted, schema: z.enum(buildingUses), agent: z.enum(buildingUses) },
  hasGateAndFence: { ...encrypted, schema: z.boolean(), agent: z.boolean() },
  buildingStatus: { ...encrypted, schema: z.enum(buildingStatuses), agent: z.enum(buildingStatuses) },
  buildingType: { ...encrypted, schema: z.enum(buildingTypes), agent: z.enum(buildingTypes) },
  buildingColour: { ...encrypted, schema: text(50), agent: z.string() },
  applicantPhoto1: photoField,
  applicantPhoto2: photoField,
  applicantPhoto3: photoField,
} as const satisfies OrderFields

export const AddressExtraData = z.object(shapeFor(propertyFields, 'schema'))

export const CreateProAddress = z.object({
  ...shapeFor(streetFields, 'schema'),
  applicant: AddressApplicant,
  addressExtraData: AddressExtraData,
})
export type CreateProAddress = z.infer<typeof CreateProAddress>
