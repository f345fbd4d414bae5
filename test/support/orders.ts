/** Bodies of orders as an integrator sends them; each call may change what it cares about. */
export const applicant = {
  firstname: 'Ngozi',
  lastname: 'Adeyemi',
  phone: '08031234567',
  dob: '1990-04-12',
  gender: 'female',
}

export const addressOrder = (changes: object = {}) => ({
  customerReference: 'order-1',
  street: '12 Allen Avenue',
  landmark: 'Opposite the roundabout',
  city: 'Ikeja',
  lgaName: 'Ikeja',
  stateName: 'Lagos',
  applicant,
  ...changes,
})

export const extraData = (changes: object = {}) => ({
  houseNumber: '12',
  generalDescription: 'Cream bungalow behind the pharmacy',
  latitude: 6.601838,
  longitude: 3.351486,
  buildingDescription: 'Residential',
  hasGateAndFence: true,
  buildingStatus: 'Completed and Painted',
  buildingType: 'Bungalow',
  buildingColour: 'Cream',
  ...changes,
})

/** The same with photos of the house, as base64. @param photos one to three */
export const shownHouse = (...photos: readonly Uint8Array[]) =>
  extraData(
    Object.fromEntries(
      photos.map((bytes, index) => [`applicantPhoto${index + 1}`, Buffer.from(bytes).toString('base64')]),
    ),
  )

export const proAddressOrder = (changes: object = {}) => ({
  ...addressOrder(),
  customerReference: 'order-4',
  addressExtraData: extraData(),
  ...changes,
})

export const businessAddressOrder = (changes: object = {}) => ({
  ...addressOrder(),
  customerReference: 'order-2',
  canContactPoc: true,
  rcNumber: 'RC123456',
  businessType: 'Formal',
  businessName: 'Adeyemi Foods Limited',
  ...changes,
})

export const employmentOrder = (changes: object = {}) => ({
  customerReference: 'order-3',
  employerName: 'Zenith Works Limited',
  employerEmail: 'hr@zenithworks.example',
  employerPhone: '+234 803 123 4567',
  startDate: '2019-02-01',
  endDate: '2024-06-30',
  jobTitle: 'Accountant',
  currentlyEmployed: 'no',
  contactPersonName: 'Ibrahim Musa',
  applicant,
  ...changes,
})
