// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {Stablecoin} from "./Stablecoin.sol";

/**
 * @title Deploys a stablecoin in one transaction
 * @notice The proxy cannot be front-run before its initialization, and its address is known before anything is sent: it
 * is the second contract that this one creates (CREATE with nonce 2).
 */
contract StablecoinDeployer {
    event Deployed(address indexed proxy, address indexed implementation);

    constructor(
        string memory name,
        string memory symbol,
        address admin,
        address minter,
        uint256 minterAllowance,
        address freezer
    ) {
        Stablecoin implementation = new Stablecoin();
        ERC1967Proxy proxy = new ERC1967Proxy(
            address(implementation),
            abi.encodeCall(Stablecoin.initialize, (name, symbol, admin, minter, minterAllowance, freezer))
        );
        emit Deployed(address(proxy), address(implementation));
    }
}
