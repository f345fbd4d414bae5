import { assignmentIdText } from '../assignment/reference.ts'
import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import {
  Device,
  DeviceKey,
  DeviceRequest,
  Fix,
  PhotoArrival,
  PhotoList,
  PhotoRecords,
  PhotoSeen,
  RecordedPhoto,
  RecordedPhotos,
  StoredPhoto,
  UnsentWork,
  Upload,
} from './contract.ts'
import { evidenceRoutes, mediaRoutes } from './routes.ts'

const at = '2026-11-20T09:31:00.000Z'
const digest = '2b06fd90a594682e1d3a09a60eca5b5f857ee5b9444b4ab96cd95daa2458c89b'
const link = 'https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg'

export const deviceIdText = [
  'The id of the device: the thumbprint of its key.',
  'R3mzsAfzmnzIgHChGJo9Dch7qehn7qFpQ4J1gY2dgaI',
] as const
const slotText = ['Which photo of the record it is.', 'exteriorPhotos.photo1'] as const
export const sha256Text = ['SHA-256 of the captured bytes, in lower-case hexadecimal.', digest] as const
const stateText = [
  'Where the photo is. `awaited`: not uploaded. `superseded`: a later photo is in its slot.',
  'stored',
] as const
const refusalText = [
  'Why the bytes were refused. Take the photo again.',
  'photo_unreadable',
  'Null unless they were refused.',
] as const
const uploadsEnd = 'Null once it needs no upload.'

/** A photo of a document that an applicant sent. */
export const documentText = [
  'The documents that the applicant sent.',
  {
    number: ['The number of the document. 1 is the first.', 1],
    sha256: sha256Text,
    size: ['The size of the captured file, in bytes.', 812_345],
    uploadedAt: ['When it arrived.', at],
    width: ['The width of the stored image, in pixels.', 1500],
    height: ['The height of the stored image, in pixels.', 2000],
    photoUrl: ['A link to the image. It ends after some minutes.', link],
    thumbnailUrl: ['A link to a small image. It ends after some minutes.', link],
  },
] as const

export const evidenceSchemaTexts: readonly SchemaText[] = [
  describeSchema(Fix, 'A position that a device measured.', {
    latitude: ['The latitude, in degrees (WGS 84).', 6.6021],
    longitude: ['The longitude, in degrees (WGS 84).', 3.3518],
    accuracyMetres: ['The radius in metres within which the device is, with 95 % confidence.', 12.5],
    at: ['When it was measured, by the clock of what measured it: it may be another than the device’s.', at],
    receivedAt: ['When the page received it, by the device’s clock: how old it is is told by this time.', at],
  }),
  describeSchema(DeviceKey, 'A public key for ES256 as a JWK (RFC 7518).', {
    kty: ['The type of key. Always `EC`.', 'EC'],
    crv: ['The curve. Always `P-256`.', 'P-256'],
    x: ['The first coordinate: 32 bytes in base64url.', 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'],
    y: ['The second coordinate: 32 bytes in base64url.', 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'],
  }),
  describeSchema(DeviceRequest, 'A device to enrol.', {
    publicKey: ['The public half of a key that does not leave the device.'],
    proof: [
      'A compact JWS (ES256) by that key. Its payload states `personId`, the id of the person or client who enrols it, and `deviceId`, the thumbprint of the key (RFC 7638).',
      'eyJhbGciOiJFUzI1NiJ9.eyJwZXJzb25JZCI6ImFnZW50LTEiLCJkZXZpY2VJZCI6IlIzbXpzQWZ6bW56SWdIQ2hHSm85RGNoN3FlaG43cUZwUTRKMWdZMmRnYUkifQ.dtdWnaG2G8toUKSzZXKE3fx7JSVlDDeMzWjVUw-gz15egzDq21QGGOr9cLig2SqtqydHRxjfx0qMIb4dNdx9pw',
    ],
  }),
  describeSchema(UnsentWork, 'What is on a phone alone.', {
    number: ['One more than the phone said before. A smaller number than the last one changes nothing.', 7],
    reports: ['How many signed reports are not sent.', 2],
    photos: ['How many photos are not sent.', 9],
  }),
  describeSchema(Device, 'An enrolled device.', {
    id: deviceIdText,
    enrolledAt: ['When it was enrolled.', at],
  }),
  describeSchema(PhotoRecords, 'Signed records of photos that were taken.', {
    records: [
      'One compact JWS (ES256) for each photo. Its payload states slot, SHA-256, size, time and place.',
      [
        'eyJhbGciOiJFUzI1NiJ9.eyJzbG90IjoiZXh0ZXJpb3JQaG90b3MucGhvdG8xIn0.9LcYgNlfwwxz-WPUOkkEl_yp91Tz7rMNRkSI2fiIsKpGvfs5gbmt_qZxc--YQ53iNYvMGEt6ANWzbBY1pHXsyg',
      ],
    ],
  }),
  describeSchema(Upload, 'How to upload a photo, straight to the bucket.', {
    method: ['The HTTP method. Always `PUT`.', 'PUT'],
    url: ['The URL of the upload.', 'https://uploads.example.com/incoming/1/890123456789012'],
    headers: [
      'The headers to send, exactly as they are here.',
      {
        'content-type': ['The type of the photo.', 'image/jpeg'],
        'if-none-match': ['A second upload with this URL gets 412.', '*'],
        'x-amz-checksum-sha256': [
          'SHA-256 of the photo in base64. Other bytes are refused.',
          'KwbqkKWUaC4dOgmmDspbX4V+5blERLSrlslaramFjJs=',
        ],
      },
    ],
    expiresAt: ['When the URL ends. Send the record again for a new one.', at],
  }),
  describeSchema(RecordedPhoto, 'A photo whose record has arrived.', {
    slot: slotText,
    sha256: sha256Text,
    state: stateText,
    refusal: refusalText,
    upload: ['How to upload it.', uploadsEnd],
  }),
  describeSchema(RecordedPhotos, 'The photos whose records have arrived.', {
    data: ['One item for each record, in the same order.'],
  }),
  describeSchema(PhotoArrival, 'Which photo was uploaded.', { sha256: sha256Text }),
  describeSchema(StoredPhoto, 'The photo is stored. The device may delete its copy.', {
    slot: slotText,
    sha256: sha256Text,
    stored: ['Always true.', true],
  }),
  describeSchema(PhotoSeen, 'A photo of a visit, with what its record states.', {
    slot: slotText,
    sha256: sha256Text,
    size: ['The size of the captured file, in bytes.', 2_345_678],
    state: stateText,
    refusal: refusalText,
    capturedAt: ['When it was taken, by the device’s clock.', at],
    clockOffsetMs: ['By how much the server’s clock was ahead of the device’s, in milliseconds.', 1200],
    recordedAt: ['When its record arrived.', at],
    source: ['Whether the page’s camera took it (`viewfinder`), or a file was chosen.', 'viewfinder'],
    deviceId: deviceIdText,
    fixes: [
      'The positions that the device measured around that time.',
      {
        count: ['How many there are.', 3],
        bestAccuracyMetres: ['The smallest radius of all, in metres.', 8.5, 'Null without a position.'],
        nearest: ['The one nearest in time.', 'Null without a position.'],
      },
    ],
    width: ['The width of the stored image, in pixels.', 1500, 'Null until it is stored.'],
    height: ['The height of the stored image, in pixels.', 2000, 'Null until it is stored.'],
    photoUrl: ['A link to the image. It ends after some minutes.', link, 'Null until it is stored.'],
    thumbnailUrl: ['A link to a small image. It ends after some minutes.', link, 'Null until it is stored.'],
  }),
  describeSchema(PhotoList, 'The photos of a visit.', { data: ['All of them at once, by slot.'] }),
]

const parameters = { id: assignmentIdText } as const

export const evidenceOperationTexts = {
  ...describeRoutes(mediaRoutes, {
    getFile: {
      does: 'Leads to an evidence photo. The token is the permission: whoever has the link sees the photo. Do not store links, since they end; read the record again for new ones.',
      costs: free,
      returns: '302 to the image, which the bucket sends. A link that has ended gets 404.',
      events: [],
      parameters: { token: ['The end of a link in a record.', 'ZXhhbXBsZS10b2tlbi1vZi1hLXBob3Rv'] },
    },
  }),
  ...describeRoutes(evidenceRoutes, {
    enrolDevice: {
      does: 'Enrols the device that photos are taken with, by the public key that signs their records (ES256).',
      costs: free,
      returns:
        '201 with the device; 200 if the same key was enrolled before. The last eight devices of a person stay enrolled.',
      events: [],
    },
    saveUnsent: {
      does: 'Keeps what a phone says that it holds and has not sent, so that a supervisor sees it before its agent is late.',
      costs: free,
      returns: '204. 404 if the caller has enrolled no such device.',
      events: [],
      parameters: { id: deviceIdText },
      details:
        'Only numbers are kept, by agent and device, for seven days. A phone says it where something from before is left as it begins to send, where sending breaks off, and once all is sent: a visit that is sent as it is signed costs no call.',
    },
    recordPhotos: {
      does: 'Receives the signed records of photos, before the photos themselves: a record proves when and where a photo was taken even if the bytes follow hours later.',
      costs: free,
      returns: 'For each record the state of its photo, and how to upload it.',
      events: [],
      parameters,
      details:
        'Each record is a compact JWS of an enrolled device; its payload states slot, SHA-256, size, time and place of a photo. Send the same records again for new upload URLs. In each slot the latest photo counts until the report is submitted.',
    },
    listPhotos: {
      does: 'Lists the photos of a visit with what their records state. The agent who holds the visit may ask, and a reviewer.',
      costs: free,
      returns: 'All of them at once, with links that end after some minutes.',
      events: [],
      parameters,
    },
    takePhoto: {
      does: 'Says that a photo was uploaded. The service decodes it, and stores only its pixels, without metadata.',
      costs: free,
      returns: '200 once the photo is stored.',
      events: [],
      parameters: { ...parameters, slot: slotText },
      details:
        'Keep the photo on the device until this returns 200 with its SHA-256. You may repeat the request at any time. Upload all photos of a visit before you report the first: the service examines up to three others with it.',
    },
  }),
} as const
