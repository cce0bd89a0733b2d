/** The customer of all test orders: pages tell them apart by this identifier, and one press removes them. */
export const TEST_CUSTOMER = 'test-customer';
