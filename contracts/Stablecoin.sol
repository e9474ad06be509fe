// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable2StepUpgradeable} from "@openzeppelin/contracts-upgradeable/access/Ownable2StepUpgradeable.sol";
import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {ERC20Upgradeable} from "@openzeppelin/contracts-upgradeable/token/ERC20/ERC20Upgradeable.sol";
import {
    ERC20PermitUpgradeable
} from "@openzeppelin/contracts-upgradeable/token/ERC20/extensions/ERC20PermitUpgradeable.sol";
import {
    ERC3009Upgradeable
} from "@openzeppelin/contracts-upgradeable/token/ERC20/extensions/draft-ERC3009Upgradeable.sol";
import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/**
 * @title A stablecoin of one issuer
 * @notice ERC-20 with six decimals, ERC-2612 permits and ERC-3009 authorizations, behind an ERC-1967 proxy.
 *
 * Roles are separate. The admin (`owner`) appoints, wipes, unpauses and upgrades; minters mint and burn within an
 * allowance; the freezer freezes and, in an emergency, pauses. Every mint, burn and wipe carries a reference that can
 * be used once in the lifetime of the token, so that an operation that is sent twice takes effect once.
 */
contract Stablecoin is
    ERC20PermitUpgradeable,
    ERC3009Upgradeable,
    Ownable2StepUpgradeable,
    PausableUpgradeable,
    UUPSUpgradeable
{
    /// @custom:storage-location erc7201:florin.storage.Stablecoin
    struct StablecoinStorage {
        mapping(address minter => Minter) minters;
        mapping(address account => bool) frozen;
        mapping(bytes32 ref => bool) usedReferences;
        address freezer;
    }

    struct Minter {
        bool isActive;
        uint256 allowance;
    }

    // keccak256(abi.encode(uint256(keccak256("florin.storage.Stablecoin")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant STORAGE_LOCATION = 0x785d8ed268c903eb2e5a2f514f0111979999daddc48edc50779620d7cde55c00;

    bytes32 private constant BURN_WITH_AUTHORIZATION_TYPEHASH =
        keccak256(
            "BurnWithAuthorization(address from,uint256 value,bytes32 reference,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );

    event Mint(address indexed minter, address indexed to, uint256 amount, bytes32 indexed ref);
    event Burn(address indexed minter, address indexed from, uint256 amount, bytes32 indexed ref);
    event Wipe(address indexed holder, uint256 amount, bytes32 indexed ref);
    event Freeze(address indexed account);
    event Unfreeze(address indexed account);
    event MinterConfigured(address indexed minter, uint256 allowance);
    event MinterRemoved(address indexed minter);
    event FreezerChanged(address indexed previousFreezer, address indexed newFreezer);

    error Frozen(address account);
    error NotFrozen(address account);
    error NotMinter(address account);
    error NotFreezer(address account);
    error MinterAllowanceExceeded(address minter, uint256 allowance, uint256 amount);
    error ReferenceUsed(bytes32 ref);
    error ReferenceMissing();
    error ZeroAddress();
    error AdminRequired();

    modifier onlyMinter() {
        if (!_stablecoin().minters[msg.sender].isActive) revert NotMinter(msg.sender);
        _requireNotFrozen(msg.sender);
        _;
    }

    modifier onlyFreezer() {
        if (msg.sender != freezer()) revert NotFreezer(msg.sender);
        _;
    }

    /// @dev The implementation itself is not a token: only proxies are initialized.
    constructor() {
        _disableInitializers();
    }

    function initialize(
        string calldata name_,
        string calldata symbol_,
        address admin_,
        address minter_,
        uint256 minterAllowance_,
        address freezer_
    ) external initializer {
        __ERC20_init(name_, symbol_);
        __ERC20Permit_init(name_);
        __Ownable_init(admin_);
        _configureMinter(minter_, minterAllowance_);
        _setFreezer(freezer_);
    }

    /// @notice Mints new tokens to `to`, within the minter's allowance.
    function mint(address to, uint256 amount, bytes32 ref) external onlyMinter {
        Minter storage minter = _stablecoin().minters[msg.sender];
        uint256 allowance_ = minter.allowance;
        if (amount > allowance_) revert MinterAllowanceExceeded(msg.sender, allowance_, amount);
        unchecked {
            minter.allowance = allowance_ - amount;
        }
        _useReference(ref);
        _mint(to, amount);
        emit Mint(msg.sender, to, amount, ref);
    }

    /// @notice Burns tokens that the minter itself holds.
    function burn(uint256 amount, bytes32 ref) external onlyMinter {
        _useReference(ref);
        _burn(msg.sender, amount);
        emit Burn(msg.sender, msg.sender, amount, ref);
    }

    /**
     * @notice Burns tokens of a holder with the holder's signed authorization. The authorization includes the
     * reference, shares its nonces with ERC-3009 authorizations, and can be canceled like one of them.
     */
    function burnWithAuthorization(
        address from,
        uint256 value,
        bytes32 ref,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external onlyMinter {
        bytes32 hash = _hashTypedDataV4(
            keccak256(
                abi.encode(BURN_WITH_AUTHORIZATION_TYPEHASH, from, value, ref, validAfter, validBefore, nonce)
            )
        );
        if (from != ECDSA.recover(hash, v, r, s)) revert ERC3009InvalidSignature();
        _checkValidity(validAfter, validBefore);
        _consumeNonce(from, nonce);
        emit AuthorizationUsed(from, nonce);
        _useReference(ref);
        _burn(from, value);
        emit Burn(msg.sender, from, value, ref);
    }

    /// @notice Burns the whole balance of a frozen holder, even while paused.
    function wipe(address holder, bytes32 ref) external onlyOwner {
        if (!isFrozen(holder)) revert NotFrozen(holder);
        _useReference(ref);
        uint256 amount = balanceOf(holder);
        super._update(holder, address(0), amount);
        emit Wipe(holder, amount, ref);
    }

    function freeze(address account) external onlyFreezer {
        if (account == address(0)) revert ZeroAddress();
        _stablecoin().frozen[account] = true;
        emit Freeze(account);
    }

    function unfreeze(address account) external onlyFreezer {
        _stablecoin().frozen[account] = false;
        emit Unfreeze(account);
    }

    /// @notice Stops every transfer, mint and burn. The freezer may also pause, because an emergency may not wait.
    function pause() external {
        if (msg.sender != owner() && msg.sender != freezer()) revert NotFreezer(msg.sender);
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Appoints a minter, or sets the remaining allowance of an existing one.
    function configureMinter(address minter, uint256 allowance_) external onlyOwner {
        _configureMinter(minter, allowance_);
    }

    function removeMinter(address minter) external onlyOwner {
        delete _stablecoin().minters[minter];
        emit MinterRemoved(minter);
    }

    function setFreezer(address newFreezer) external onlyOwner {
        _setFreezer(newFreezer);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function isMinter(address account) external view returns (bool) {
        return _stablecoin().minters[account].isActive;
    }

    function minterAllowance(address minter) external view returns (uint256) {
        return _stablecoin().minters[minter].allowance;
    }

    function freezer() public view returns (address) {
        return _stablecoin().freezer;
    }

    function isFrozen(address account) public view returns (bool) {
        return _stablecoin().frozen[account];
    }

    function referenceUsed(bytes32 ref) external view returns (bool) {
        return _stablecoin().usedReferences[ref];
    }

    /// @dev A token without an admin could never again be unpaused, wiped or upgraded.
    function renounceOwnership() public view override(OwnableUpgradeable) onlyOwner {
        revert AdminRequired();
    }

    /// @dev Every token movement passes through here, except a wipe.
    function _update(address from, address to, uint256 value) internal override whenNotPaused {
        _requireNotFrozen(from);
        _requireNotFrozen(to);
        // Tokens held by the token contract itself could never be recovered.
        if (to == address(this)) revert ERC20InvalidReceiver(to);
        super._update(from, to, value);
    }

    function _approve(address owner_, address spender, uint256 value, bool emitEvent) internal override {
        _requireNotFrozen(owner_);
        _requireNotFrozen(spender);
        super._approve(owner_, spender, value, emitEvent);
    }

    /// @dev An unlimited allowance is spent without a new approval, so the spender is checked here.
    function _spendAllowance(address owner_, address spender, uint256 value) internal override {
        _requireNotFrozen(spender);
        super._spendAllowance(owner_, spender, value);
    }

    /// @dev As in ERC-3009: times are block timestamps, and both bounds are exclusive.
    function _checkValidity(uint256 validAfter, uint256 validBefore) internal view override {
        if (block.timestamp <= validAfter || block.timestamp >= validBefore) {
            revert ERC3009InvalidAuthorizationTime(validAfter, validBefore);
        }
    }

    function _authorizeUpgrade(address) internal view override onlyOwner {}

    function _configureMinter(address minter, uint256 allowance_) private {
        if (minter == address(0)) revert ZeroAddress();
        _stablecoin().minters[minter] = Minter({isActive: true, allowance: allowance_});
        emit MinterConfigured(minter, allowance_);
    }

    function _setFreezer(address newFreezer) private {
        if (newFreezer == address(0)) revert ZeroAddress();
        emit FreezerChanged(freezer(), newFreezer);
        _stablecoin().freezer = newFreezer;
    }

    function _useReference(bytes32 ref) private {
        if (ref == bytes32(0)) revert ReferenceMissing();
        StablecoinStorage storage $ = _stablecoin();
        if ($.usedReferences[ref]) revert ReferenceUsed(ref);
        $.usedReferences[ref] = true;
    }

    function _requireNotFrozen(address account) private view {
        if (isFrozen(account)) revert Frozen(account);
    }

    function _stablecoin() private pure returns (StablecoinStorage storage $) {
        assembly {
            $.slot := STORAGE_LOCATION
        }
    }
}
