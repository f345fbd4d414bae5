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

const photoField = { ...mapped, customer: 'hidden' } as const
const optionalPhoto = optional(applicantPhoto)

/** What the applicant says and shows of the house, stored together as `property`. */
export const propertyFields = {
  houseNumber: {
    ...encrypted,
    /** The number of the house. @example "12" */
    schema: optionalText(30),
    /** The number of the house. Null if they did not say. @example "12" */
    agent: nullable(z.string()),
  },
  generalDescription: {
    ...encrypted,
    /** How to recognise the house. @example "Cream bungalow behind the pharmacy, black gate" */
    schema: text(1000),
    /** How to recognise the house. @example "Cream bungalow behind the pharmacy, black gate" */
    agent: z.string(),
  },
  latitude: {
    ...mapped,
    /**
     * Where the applicant confirmed on a map that the house is, in degrees (WGS 84). In Nigeria.
     * @example 6.6018
     */
    schema: degrees(90),
  },
  longitude: {
    ...mapped,
    /**
     * Where the applicant confirmed on a map that the house is, in degrees (WGS 84). In Nigeria.
     * @example 3.3515
     */
    schema: degrees(180),
  },
  buildingDescription: {
    ...encrypted,
    /** What the building is used for. @example "Residential" */
    schema: z.enum(buildingUses),
    /** What the building is used for. @example "Residential" */
    agent: z.enum(buildingUses),
  },
  hasGateAndFence: {
    ...encrypted,
    /** Whether it has a gate and a fence. @example true */
    schema: z.boolean(),
    /** Whether it has a gate and a fence. @example true */
    agent: z.boolean(),
  },
  buildingStatus: {
    ...encrypted,
    /** Whether it is completed, painted, or both. @example "Completed and Painted" */
    schema: z.enum(buildingStatuses),
    /** Whether it is completed, painted, or both. @example "Completed and Painted" */
    agent: z.enum(buildingStatuses),
  },
  buildingType: {
    ...encrypted,
    /** The type of building. @example "Bungalow" */
    schema: z.enum(buildingTypes),
    /** The type of building. @example "Bungalow" */
    agent: z.enum(buildingTypes),
  },
  buildingColour: {
    ...encrypted,
    /** The colour of the building. @example "Cream" */
    schema: text(50),
    /** The colour of the building. @example "Cream" */
    agent: z.string(),
  },
  applicantPhoto1: {
    ...photoField,
    /** A photo of the house: a JPEG, PNG or WebP file. Only its pixels are stored. @example "iVBORw0KGgo=" */
    schema: optionalPhoto,
  },
  applicantPhoto2: {
    ...photoField,
    /** A second photo of the house. @example "iVBORw0KGgo=" */
    schema: optionalPhoto,
  },
  applicantPhoto3: {
    ...photoField,
    /** A third photo of the house. @example "iVBORw0KGgo=" */
    schema: optionalPhoto,
  },
} as const satisfies OrderFields

/**
 * What the applicant says and shows of the house. Agents and reviewers see it; the record does not contain
 * it.
 */
export const AddressExtraData = z.object(shapeFor(propertyFields, 'schema'))

/** An order to verify an address with what the applicant says and shows of the house. */
export const CreateProAddress = z.object({
  ...shapeFor(streetFields, 'schema'),
  /** The person who is verified. */
  applicant: AddressApplicant,
  /** What the applicant says and shows of the house. */
  addressExtraData: AddressExtraData,
})
export type CreateProAddress = z.infer<typeof CreateProAddress>
