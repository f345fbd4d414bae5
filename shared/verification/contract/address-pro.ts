import * as z from 'zod/mini'
import { bodyLimitBytes } from '../../http/contract/body-limit.ts'
import { optional } from '../../http/contract/optional.ts'
import { optionalText, text } from '../../http/contract/text.ts'
import { nigerianLatitude, nigerianLongitude } from '../../location/contract.ts'
import { addressFields } from './address.ts'
import { AddressApplicant } from './applicant.ts'

/* The fields and their words are those that existing integrations of this kind of order send. */

export const buildingUses = ['Residential', 'Commercial'] as const
export type BuildingUse = (typeof buildingUses)[number]

export const buildingTypes = ['Multi-story', 'Flats & Apartment', 'Bungalow', 'Office Complex'] as const
export type BuildingType = (typeof buildingTypes)[number]

export const buildingStatuses = ['Completed', 'Painted', 'Completed and Painted'] as const
export type BuildingStatus = (typeof buildingStatuses)[number]

export const applicantPhotoSlots = ['applicantPhoto1', 'applicantPhoto2', 'applicantPhoto3'] as const
export type ApplicantPhotoSlot = (typeof applicantPhotoSlots)[number]

/**
 * The largest photo that is taken, in bytes. Lambda takes 6 MB of a request, in which base64 makes four bytes of three
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html): three of this size always have room.
 */
export const applicantPhotoLimitBytes = 1_350_000

/** As so many characters it is sent. */
export const applicantPhotoLength = Math.ceil(applicantPhotoLimitBytes / 3) * 4

/** The largest body of an order: its photos, and as much besides as any other body may have. */
export const proBodyLimitBytes = applicantPhotoSlots.length * applicantPhotoLength + bodyLimitBytes

/** Its form and size are `applicantPhotoRule`'s to judge, whose words a schema has not; its picture is looked at later. */
const photo = optional(
  z.string().register(z.globalRegistry, {
    contentEncoding: 'base64',
    maxLength: applicantPhotoLength,
    description: `A photo of the house: the base64 of a JPEG, PNG or WebP file, without \`data:\` before it, of at most ${applicantPhotoLimitBytes} bytes. It is drawn anew from its pixels: nothing else of the file is kept.`,
  }),
)

export const AddressExtraData = z.object({
  houseNumber: optionalText(30),
  /** What helps to find the house. */
  generalDescription: text(1000),
  /** Where the applicant confirmed on a map that the house is, in degrees (WGS 84). */
  latitude: nigerianLatitude,
  longitude: nigerianLongitude,
  buildingDescription: z.enum(buildingUses),
  hasGateAndFence: z.boolean(),
  buildingStatus: z.enum(buildingStatuses),
  buildingType: z.enum(buildingTypes),
  buildingColour: text(50),
  applicantPhoto1: photo,
  applicantPhoto2: photo,
  applicantPhoto3: photo,
})

export const CreateProAddress = z.object({
  ...addressFields,
  applicant: AddressApplicant,
  addressExtraData: AddressExtraData,
})
export type CreateProAddress = z.infer<typeof CreateProAddress>
